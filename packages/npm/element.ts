import { ModelElement, type Viewer } from '../../web/src/embed/model-element';
import { papers } from '../../web/src/ui/papers';
import './inside';
import type { Inside } from './inside';
import { styleSheet } from './style';

/**
 * A model in a page, without a frame: `<slipstick-model model="rolling-coin"></slipstick-model>`.
 * docs/embedding.md describes its attributes, methods and events.
 */
export class SlipstickModel extends ModelElement {
  protected override pictureOf(): string {
    return '';
  }

  protected override sheets(): Node[] {
    return [styleSheet()];
  }

  protected override makeViewer(): Viewer {
    papers.add(this);
    const inside = document.createElement('slip-inside') as Inside;
    inside.begin(this.hash, this.query, (event, data) => this.notify(event, data));
    return { element: inside, send: (request, args) => inside.answer(request, args), end: () => papers.delete(this) };
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'slipstick-model': SlipstickModel;
  }
}

if (!customElements.get('slipstick-model')) customElements.define('slipstick-model', SlipstickModel);
