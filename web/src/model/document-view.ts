import { html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { download, fileName } from '../app/download';
import { View } from '../app/view';
import type { Session } from '../run/session';
import { layOut, withParameters } from './document';

/** The model's JSON with the parameters as they are set, to read, copy and save. */
@customElement('slip-document')
export class DocumentView extends View {
  @property({ attribute: false }) session!: Session;
  @state() private copied = '';

  protected override follows() {
    return [{ source: this.session }];
  }

  protected override render() {
    const text = this.text();
    return html`
      <div class="tab-head">
        <span role="status" class="quiet">${this.copied}</span>
        <button type="button" class="text-button" @click=${this.copy}>Copy</button>
        <button type="button" class="text-button" @click=${this.save}>Download JSON</button>
      </div>
      <pre class="json" tabindex="0" aria-label="Model document">${tokens(text).map((token) => (token.kind ? html`<span class=${token.kind}>${token.text}</span>` : token.text))}</pre>
    `;
  }

  private text(): string {
    const { opened, values } = this.session;
    return opened ? layOut(withParameters(opened.document, values)) : '';
  }

  private readonly copy = async () => {
    try {
      await navigator.clipboard.writeText(this.text());
      this.copied = 'Copied';
    } catch {
      this.copied = 'The browser does not allow copying here; use download.';
    }
    setTimeout(() => {
      this.copied = '';
    }, 3000);
  };

  private readonly save = () => {
    const title = this.session.opened?.document.title;
    download(`${fileName(typeof title === 'string' ? title : 'model')}.json`, 'application/json', `${this.text()}\n`);
  };
}

/** Pieces of JSON text with what they are, for colouring. */
function tokens(text: string): { kind: string; text: string }[] {
  const pieces: { kind: string; text: string }[] = [];
  const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|\btrue\b|\bfalse\b|\bnull\b)/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push({ kind: '', text: text.slice(end, match.index) });
    if (match[1]) {
      pieces.push({ kind: match[2] ? 'json-key' : 'json-string', text: match[1] }, { kind: '', text: match[2] ?? '' });
    } else {
      pieces.push({ kind: 'json-value', text: match[3] });
    }
    end = match.index + match[0].length;
  }
  pieces.push({ kind: '', text: text.slice(end) });
  return pieces.filter((piece) => piece.text !== '');
}
