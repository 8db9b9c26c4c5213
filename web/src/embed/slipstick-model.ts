import { frameViewer } from './frame-viewer';
import { msgFor } from './language';
import { ModelElement, type Viewer } from './model-element';

/** The folder of this script in the site, or in the sources. */
const site = new URL(import.meta.url.replace(/(src\/embed\/)?[^/]*$/, ''));

/**
 * A model in any page: <slipstick-model model="rolling-coin"></slipstick-model>. It is a picture until it is used, then a frame of the site
 * from which this script was loaded. Attributes: model (a name of the gallery), link (from "#" on) or src (the address of a file), show,
 * autoplay, start, theme, lang, hands-on, title, picture. Events: slipstick-ready, -run, -time, -parameters, -error, and in a live run -grab,
 * -release, -push, -input, -stop, each with its data as detail.
 */
export class SlipstickModel extends ModelElement {
  protected pictureOf(model: string): string {
    return new URL(`pictures/${model}.png`, site).href;
  }

  protected makeViewer(): Viewer {
    const msg = msgFor(this);
    const frame = document.createElement('iframe');
    const address = new URL('embed.html', site);
    address.search = this.query.toString();
    address.hash = this.hash;
    frame.src = address.href;
    frame.title = this.getAttribute('title') || msg('Slipstick model');
    frame.allow = 'clipboard-write; fullscreen'; // no text
    return frameViewer(frame, site.origin, (event, data) => this.notify(event, data));
  }
}

customElements.define('slipstick-model', SlipstickModel);
