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

/** The address of the frame. */
export function embedAddress({ site, hash, show, handsOn }: Embedded): string {
  return `${site}embed.html?show=${show.join()}${handsOn ? '&hands-on=1' : ''}${hash}`;
}

/**
 * HTML for the other page. `picture`: address of the picture shown before the model is used; by default the gallery's picture, if there is
 * one.
 */
export function embedSnippet({ site, hash, show, handsOn, title, picture }: Embedded & { title: string; picture: string }): string {
  const attributes = {
    link: hash,
    show: show.join(),
    title,
    ...(picture ? { picture } : {}),
  };
  // Sliders, plots and tasks need more height than a picture.
  const fit = show.some((part) => part === 'parameters' || part === 'tasks' || part === 'plots');
  const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<script type="module" src="${escaped(site)}slipstick-model.js"></script>
<slipstick-model${text.join('')}${fit ? ' fit' : ''}${handsOn ? ' hands-on' : ''}></slipstick-model>`; // no text
}
