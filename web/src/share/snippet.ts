/**
 * HTML that shows a model in another page. `site` is the address of this site's folder, `hash` what a link to the model has after it,
 * `picture` the address of what is seen before it is used; without it that is the picture of the gallery, or none.
 */
export function embedSnippet(site: string, hash: string, title: string, picture = ''): string {
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<script type="module" src="${quoted(site)}slipstick-model.js"></script>
<slipstick-model link="${quoted(hash)}" title="${quoted(title)}"${picture && ` picture="${quoted(picture)}"`}></slipstick-model>`;
}
