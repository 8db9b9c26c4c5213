import { escaped } from '../format/xml';

/**
 * HTML that shows a model in another page. `site` is the address of this site's folder, `hash` what a link to the model has after it,
 * `picture` the address of what is seen before it is used; without it that is the picture of the gallery, or none.
 */
export function embedSnippet(site: string, hash: string, title: string, picture = ''): string {
  return `<script type="module" src="${escaped(site)}slipstick-model.js"></script>
<slipstick-model link="${escaped(hash)}" title="${escaped(title)}"${picture && ` picture="${escaped(picture)}"`}></slipstick-model>`;
}
