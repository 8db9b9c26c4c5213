import { escaped } from '../format/xml';

/** A model in a frame of another page. */
export interface Embedded {
  /** Address of this site's folder. */
  site: string;
  /** The fragment of a link to the model, from # on. */
  hash: string;
  show: readonly string[];
  handsOn: boolean;
}

export interface Pictured extends Embedded {
  title: string;
  /** Address of a picture of the model; '' if there is none but the gallery's. */
  picture: string;
}

/** Sliders, plots and tasks need more height than a picture. */
export const isTall = (show: readonly string[]) => show.some((part) => part === 'parameters' || part === 'tasks' || part === 'plots');

/** The address of the frame. */
export function embedAddress({ site, hash, show, handsOn }: Embedded): string {
  return `${site}embed.html?show=${show.join()}${handsOn ? '&hands-on=1' : ''}${hash}`;
}

/**
 * HTML for the other page. `picture`: address of the picture shown before the model is used; by default the gallery's picture, if there is
 * one.
 */
export function embedSnippet({ site, hash, show, handsOn, title, picture }: Pictured): string {
  const attributes = {
    link: hash,
    show: show.join(),
    title,
    ...(picture ? { picture } : {}),
  };
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<script type="module" src="${escaped(site)}slipstick-model.js"></script>
<slipstick-model${text.join('')}${isTall(show) ? ' fit' : ''}${handsOn ? ' hands-on' : ''}></slipstick-model>`; // no text
}
