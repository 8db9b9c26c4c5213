// A widget of anywidget for pages without a kernel, such as the directive {anywidget} of MyST: the traits are the attributes of the element
// <slipstick-model>, and `site` is the address of the site if this file was copied from there.
const attributes = ['model', 'link', 'src', 'show', 'title', 'picture', 'theme', 'lang', 'start', 'autoplay', 'hands-on', 'fit'];

async function render({ model, el }) {
  const site = new URL(model.get('site') || '.', import.meta.url);
  await import(new URL('slipstick-model.js', site).href);
  const element = document.createElement('slipstick-model');
  for (const name of attributes) {
    const value = model.get(name);
    if (value === true) element.setAttribute(name, '');
    else if (typeof value === 'string' || typeof value === 'number') element.setAttribute(name, String(value));
  }
  el.append(element);
  return () => element.remove();
}

export default { render };
