import { html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { renderSections } from '../ui/markdown';
import { View } from '../ui/view';
import '../ui/prose.css';
import './reference.css';

const files = import.meta.glob<string>('../../../docs/*.md', { query: '?raw', import: 'default' });

/** A page of the documentation. */
@customElement('slip-doc')
export class DocPage extends View {
  @property() name = '';
  @state() private content = '';

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('name')) void this.load(this.name);
  }

  protected override render() {
    return html`<main class="doc">
      ${this.name === 'about' ? nothing : html`<p class="reference-back quiet"><a href="#reference">Reference</a></p>`}
      <article class="prose doc-text" aria-busy=${this.content === ''}>${unsafeHTML(this.content)}</article>
    </main>`;
  }

  /** Pages link to each other by file, as they do in the repository. */
  protected override updated(): void {
    for (const link of this.querySelectorAll<HTMLAnchorElement>('.doc-text a')) {
      const target = link.getAttribute('href') ?? '';
      const page = /^([\w-]+)\.md$/.exec(target)?.[1];
      if (page) link.setAttribute('href', `#doc=${page}`);
      else if (target.startsWith('../')) link.setAttribute('href', target.replace(/^\.\.\/(web\/public\/)?/, './'));
    }
    for (const table of this.querySelectorAll('.doc-text > table, .doc-text > pre')) {
      table.setAttribute('tabindex', '0');
    }
  }

  private async load(name: string): Promise<void> {
    const text = await files[`../../../docs/${name}.md`]?.();
    const content = await renderSections(text ?? `# There is no page “${name.replace(/[^\w-]/g, '')}”`);
    if (name === this.name) this.content = content;
  }
}
