import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { nextTask } from '../../../wasm/engine/task';
import { common } from '../format/texts';
import { docHash } from '../link/link';
import { html } from '../ui/html';
import { renderMarkdown } from '../ui/markdown';
import { View } from '../ui/view';
import { texts } from './texts';
import '../ui/prose.css';
import { docSections, loadDoc, type Section } from './docs';
import './reference.css';

const longPage = 4; // number of sections from which a page has a table of contents

/** A page of the documentation. */
@customElement('slip-doc')
export class DocPage extends View {
  @property() name = '';
  @state() private sections: (Section & { html: string })[] = [];

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('name')) void this.load(this.name);
  }

  protected override render() {
    const [first, ...rest] = this.sections;
    const [title, introduction] = first?.html.split(/(?<=<\/h1>)/) ?? [];
    return html`<main class="doc">
      ${this.name === 'about' ? nothing : html`<p class="reference-back quiet"><a href="#reference">${common.reference()}</a></p>`}
      <article class="prose doc-text" aria-busy=${!first}>
        ${unsafeHTML(title)} ${rest.length >= longPage ? this.renderContents(rest) : nothing} ${unsafeHTML(introduction)}
        ${rest.map((section) => unsafeHTML(section.html))}
      </article>
    </main>`;
  }

  private renderContents(sections: readonly Section[]) {
    return html`<nav class="contents" aria-label=${texts.onThisPage()}>
      <ul>
        ${sections.map(({ level, name, title }) => html`<li data-level=${level}><a href=${docHash(this.name, name)}>${title}</a></li>`)}
      </ul>
    </nav>`;
  }

  /** Pages link to each other by file name, as in the repository. */
  protected override updated(): void {
    const headings = this.querySelectorAll<HTMLElement>('.doc-text :is(h1, h2, h3, h4)');
    const titled = this.sections.filter(({ level }) => level > 0);
    for (const [i, heading] of headings.entries()) heading.dataset.section = titled[i]?.name ?? '';
    for (const link of this.querySelectorAll<HTMLAnchorElement>('.doc-text a')) {
      const target = link.getAttribute('href') ?? '';
      const page = /^([\w-]+)\.md(?:#(.*))?$/.exec(target);
      if (page) link.setAttribute('href', docHash(page[1], page[2]));
      else if (target.startsWith('../')) link.setAttribute('href', target.replace(/^\.\.\/(web\/public\/)?/, './'));
    }
    for (const table of this.querySelectorAll('.doc-text > table, .doc-text > pre')) {
      table.setAttribute('tabindex', '0');
    }
  }

  private async load(name: string): Promise<void> {
    const text = (await loadDoc(name)) ?? `# ${msg(str`There is no page “${name.replace(/[^\w-]/g, '')}”`)}`;
    const sections: (Section & { html: string })[] = [];
    for (const section of docSections(text)) {
      await nextTask(); // formulas must not block the page
      sections.push({ ...section, html: renderMarkdown(section.text) });
    }
    if (name === this.name) this.sections = sections;
  }
}
