import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { nextTask } from '../../../wasm/engine/task';
import { defineModelElement } from '../embed';
import { common } from '../format/texts';
import { escaped } from '../format/xml';
import { docHash, searchHash } from '../link/link';
import { html } from '../ui/html';
import { renderMarkdown } from '../ui/markdown';
import { View } from '../ui/view';
import { texts } from './texts';
import '../ui/prose.css';
import { docNames, docSections, loadDoc, type Section, withOpening, withRunning } from './docs';
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
      ${this.name === 'index' ? nothing : html`<p class="reference-back quiet"><a href="#doc=index">${common.documents()}</a></p>`}
      <article class="prose doc-text" aria-busy=${!first}>
        ${unsafeHTML(title)} ${rest.length >= longPage && this.name !== 'index' ? this.renderContents(rest) : nothing} ${unsafeHTML(introduction)}
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

  protected override updated(): void {
    const headings = this.querySelectorAll<HTMLElement>('.doc-text :is(h1, h2, h3, h4)');
    const titled = this.sections.filter(({ level }) => level > 0);
    for (const [i, heading] of headings.entries()) heading.dataset.section = titled[i]?.name ?? '';
    for (const link of this.querySelectorAll<HTMLAnchorElement>('.doc-text a')) {
      link.setAttribute('href', addressIn(link.getAttribute('href') ?? ''));
    }
    for (const table of this.querySelectorAll('.doc-text > table, .doc-text > pre')) {
      table.setAttribute('tabindex', '0');
    }
    if (this.querySelector('slipstick-model')) void defineModelElement();
  }

  private async load(name: string): Promise<void> {
    const text = (await loadDoc(name)) ?? `# ${msg(str`There is no page “${name.replace(/[^\w-]/g, '')}”`)}`;
    const sections: (Section & { html: string })[] = [];
    for (const section of docSections(text)) {
      await nextTask(); // formulas must not block the page
      sections.push({ ...section, html: laidOut(section.text) });
    }
    if (name === this.name) this.sections = sections;
  }
}

/** A section with running models and links that open models. */
function laidOut(text: string): string {
  const theme = document.documentElement.dataset.theme ?? '';
  return withRunning(
    withOpening(renderMarkdown(text), ''),
    (hash, title) =>
      `<slipstick-model link="${hash}" title="${title}" show="scene,time,parameters" theme="${escaped(theme)}" fit></slipstick-model>`,
  );
}

/** The address in the site of a link in a page. Pages link to each other and to laws of items by file name, as in the repository. */
function addressIn(target: string): string {
  const [, name, section] = /^(?:\.\.\/|tutorials\/|items\/)*([\w-]+)\.md(?:#(.*))?$/.exec(target) ?? [];
  if (docNames.includes(name)) return docHash(name, section);
  if (name && target.includes('items/')) return searchHash(name);
  return target.startsWith('../') ? target.replace(/^(?:\.\.\/)+(web\/public\/)?/, './') : target;
}
