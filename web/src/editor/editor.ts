import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Issue } from '../../../wasm/engine/types';
import { renderMessage } from '../engine';
import { equalJson } from '../format/equal';
import { common } from '../format/texts';
import type { ModelDocument } from '../state/document';
import { language } from '../state/language';
import { watch } from '../state/observable';
import type { OpenModel } from '../state/open-model';
import { loadSchema } from '../state/schema';
import { download, fileName } from '../ui/download';
import { html } from '../ui/html';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import type { JsonEditor } from './codemirror';
import type { Comparison } from './compare/comparison';
import { drafts, titleOf } from './drafts';
import './editor.css';
import { load } from '../ui/load';
import { ownVersion } from './index';
import { openChosenFiles, openText } from './open';
import type { ReferencePlace } from './page';
import { itemOn } from './place';
import { loadTemplate, templates } from './templates';

const restDelay = 300; // ms without a key press before a draft is stored

/** The editor for the model's JSON: errors at their lines, completion, run, files. The first change creates a draft. */
@customElement('slip-editor')
export class Editor extends SessionView {
  @state() private issues: Issue[] = [];
  @state() private message = '';
  @state() private ready = false;
  /** The engine, which checks the text, is not available; the run reports why. */
  @state() private unchecked = false;
  /** The text differs from the text that has run. */
  @state() private unrun = false;
  /** The reference page about the cursor position. */
  @state() private page: ReferencePlace | null = null;
  private editor: JsonEditor | null = null;
  private shown: OpenModel | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private written: string | null = null;

  protected override whileInPage() {
    const { session } = this;
    if (this.hasUpdated) void this.build();
    return [
      watch(
        () => session.opened,
        () => this.follow(),
      ),
      watch(
        () => language.shown,
        () => this.editor?.translate(),
      ),
      listen(window, 'pagehide', this.keep),
      () => this.leave(),
    ];
  }

  private leave(): void {
    this.keep();
    this.editor?.destroy();
    this.editor = null;
    this.ready = false;
    this.session.view.enlargeEditor(false);
  }

  protected override firstUpdated(_: PropertyValues): void {
    void this.build();
  }

  protected override render() {
    const errors = this.issues.filter((issue) => issue.severity === 'error').length;
    void this.session.view.aim; // `updated` goes there
    return html`
      <div class="editor-bar">
        <button type="button" class="main-button" title=${msg('Run the text (Ctrl+Enter)')} ?disabled=${!this.ready} @click=${this.run}>${common.run()}</button>
        <span role="status" class="editor-unrun">${this.unrun ? msg('not run yet') : nothing}</span>
        <button type="button" class="text-button" @click=${this.open}>${msg('Open…')}</button>
        <button type="button" class="text-button" ?disabled=${!this.ready} @click=${this.save}>${msg('Save')}</button>
        <button type="button" class="text-button" aria-haspopup="dialog" ?disabled=${!this.ready} @click=${this.compareModels}>${common.compare()}</button>
        <select class="text-select" aria-label=${msg('New model from')} @change=${this.create}>
          <option value="">${msg('New…')}</option>
          ${templates().map(({ name, title }) => html`<option value=${name}>${title}</option>`)}
        </select>
        <a class="text-button editor-page" href=${`./${this.page?.hash ?? '#reference'}`} target="_blank" rel="noopener" title=${msg('Opens in another tab (F1)')}
          >${this.page ? msg(str`Reference: ${this.page.title}`) : common.reference()}</a
        >
        <button type="button" class="text-button editor-size" aria-pressed=${this.session.view.editorLarge} @click=${this.resize}>${msg('Larger')}</button>
        <span class="editor-note quiet" role="status">${this.message || this.note(errors)}</span>
      </div>
      <div class="editor-text" aria-busy=${!this.ready}></div>
      ${
        this.issues.length > 0
          ? html`<ul class="editor-issues" aria-label=${msg('Errors and warnings')}>
              ${this.issues.slice(0, 50).map(
                (issue) =>
                  html`<li><button type="button" data-severity=${issue.severity} @click=${() => this.editor?.goTo(issue)}>
                    <code>${issue.pointer || common.document()}</code> ${renderMessage(issue)}
                  </button></li>`,
              )}
            </ul>`
          : nothing
      }
      <slip-comparison></slip-comparison>
    `;
  }

  /** Marks the requested place of the text as soon as the text is present. */
  protected override updated(): void {
    const { view } = this.session;
    if (!this.ready || (view.aim?.at !== 'text' && view.aim?.at !== 'comparison')) return;
    if (view.aim.at === 'text') this.editor?.goTo(view.aim.issue);
    else void this.compareModels();
    view.arrive();
  }

  /** Compares the model that runs; a text that has not run does so first. */
  private readonly compareModels = async () => {
    if (this.unrun) this.run();
    if (this.unrun) return; // it is not JSON
    await load(() => import('./compare/comparison'));
    await this.querySelector<Comparison>('slip-comparison')?.open();
  };

  private note(errors: number): string {
    if (!this.ready) return '';
    if (this.unchecked) return msg('not checked: the engine could not be loaded');
    if (errors > 0) return errors === 1 ? msg('1 error') : msg(str`${errors} errors`);
    const { draft, note } = this.session.opened ?? {};
    return draft && !note ? msg('kept in this browser') : '';
  }

  private async build(): Promise<void> {
    const [{ JsonEditor }] = await Promise.all([load(() => import('./codemirror')), this.updateComplete]);
    const parent = this.querySelector<HTMLElement>('.editor-text');
    if (this.editor || !parent || !this.isConnected) return;
    const { runner } = this.session;
    this.editor = new JsonEditor({
      parent,
      text: this.text(),
      check: async (text) => {
        const checked = await runner
          .prepare()
          .then((engine) => engine.check(text))
          .catch(() => null);
        this.unchecked = checked === null;
        return checked?.issues ?? [];
      },
      schema: () => loadSchema().catch(() => null),
      onChange: (text) => this.onChange(text),
      onIssues: (issues) => {
        this.issues = issues;
      },
      onPage: (page) => {
        this.page = page;
      },
      onPlace: (path) => this.session.view.select(itemOn(path)),
      run: this.run,
    });
    this.shown = this.session.opened;
    this.compare();
    this.ready = true;
    const { selected, aim } = this.session.view;
    if (selected && !aim) this.editor.mark(selected);
    this.editor.checkNow();
  }

  /** The text to edit: the visitor's version, or the open model. */
  private text(): string {
    const { opened } = this.session;
    return (opened?.draft && drafts.text(opened.draft)) || opened?.text || '';
  }

  private follow(): void {
    const { opened } = this.session;
    if (this.editor && opened && opened !== this.shown) {
      this.keep();
      this.shown = opened;
      const text = this.text();
      if (this.editor.text !== text) this.editor.replace(text);
      this.editor.checkNow();
    }
    this.compare();
  }

  private compare(): void {
    const { editor, session } = this;
    this.unrun = editor !== null && editor.text !== session.opened?.text;
  }

  private onChange(text: string): void {
    this.message = '';
    this.written = text;
    this.unrun = text !== this.session.opened?.text;
    addEventListener('beforeunload', this.keep); // when a tab is closed, pagehide is too late
    clearTimeout(this.waiting);
    this.waiting = setTimeout(this.keep, restDelay);
  }

  /** Stores the edited text. The first change of a model creates a draft. */
  private readonly keep = () => {
    const { written: text, shown } = this;
    clearTimeout(this.waiting);
    removeEventListener('beforeunload', this.keep);
    this.written = null;
    if (text === null || !shown) return;
    const own = ownVersion(this.session, shown, text);
    if (own.draft !== shown.draft && this.session.opened === shown) {
      this.shown = own;
      this.session.replace(own);
    }
    this.requestUpdate();
  };

  private readonly resize = () => {
    const { view } = this.session;
    view.enlargeEditor(!view.editorLarge);
  };

  private readonly run = () => {
    const text = this.editor?.text;
    const { opened } = this.session;
    if (text === undefined || !opened) return;
    this.keep();
    let document: ModelDocument;
    try {
      document = JSON.parse(text) as ModelDocument;
    } catch {
      this.message = msg('This is not valid JSON yet; the first error is marked.');
      this.editor?.checkNow();
      return;
    }
    const current = this.session.opened ?? opened;
    // The same document, written in another way, keeps the kept runs of this version.
    if (equalJson(document, current.document)) {
      if (text !== current.text) this.session.replace({ ...current, text });
      return this.session.run();
    }
    const model = { ...current, document, text };
    this.shown = model;
    this.session.edit(model);
  };

  private readonly open = async () => {
    this.message = await openChosenFiles(this.session);
  };

  private readonly save = () => {
    const text = this.editor?.text ?? '';
    download(`${fileName(titleOf(text))}.json`, 'application/json', text.endsWith('\n') ? text : `${text}\n`);
  };

  private readonly create = async (event: Event) => {
    const select = event.target as HTMLSelectElement;
    const name = select.value;
    select.value = '';
    const text = await loadTemplate(name);
    if (text) openText(text);
  };
}
