import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Engine } from '../../../wasm/engine/types';
import { csvText } from '../format/csv';
import { dateText } from '../format/language';
import { own } from '../format/own';
import { common } from '../format/texts';
import { loadDictionary } from '../link/dictionary';
import { submissionHash } from '../link/link';
import { createPageEngine, lanes } from '../state/engine';
import { download } from '../ui/download';
import { html } from '../ui/html';
import { breakable } from '../ui/label';
import { View } from '../ui/view';
import { assignedModel, type NamedText, readSubmissions, submissionsOf } from './files';
import { type GradedFile, type GradedTable, gradedFile, pointsText, rowsOf, sumOf, tablesOf, ungradedFile } from './table';
import './grading.css';
import { chooseFiles } from '../ui/choose-files';

/** Grades students' submissions: everything is recomputed, by the same code as in the program. */
const ofPoints = (points: number | null) =>
  msg(str`of ${pointsText(points)}`, { id: 'of-points', desc: 'after the points that were reached, such as 3 of 5' });

@customElement('slip-grading')
export class GradingPage extends View {
  /** Files that were dropped on the page. */
  @property({ attribute: false }) dropped: readonly File[] = [];
  @state() private graded: readonly GradedFile[] = [];
  /** The model that was handed out; null: each submission is graded with its own. */
  @state() private model: { name: string; text: string } | null = null;
  @state() private message = '';
  /** Submissions that wait, excluding those being computed. */
  @state() private waiting: readonly NamedText[] = [];
  @state() private computing = 0;
  private submissions: readonly NamedText[] = [];
  private engine: Engine | Promise<Engine> | null = null;
  /** Counts restarts of grading, so that late results are dropped. */
  private turn = 0;

  protected override whileInPage() {
    return [() => this.stop()];
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('dropped') && this.dropped.length > 0) void this.take(this.dropped);
  }

  protected override render() {
    const tables = tablesOf(this.graded);
    return html`<main class="grading">
      <h1>${msg('Grade answers')}</h1>
      <p>
        ${msg(html`Drop the files that students handed in on this page, or a folder or zip file with them. All runs and scores are computed again here, in your browser; nothing is sent anywhere. <a href="#doc=tasks/handing-in">How handing in works</a>`)}
      </p>
      <div class="grading-ways">
        <button type="button" class="main-button" @click=${() => this.choose(false)}>${msg('Choose files…')}</button>
        <button type="button" class="outline-button" @click=${() => this.choose(true)}>${msg('Choose a folder…')}</button>
        <label class="grading-links"
          ><span class="hidden">${msg('Links that were handed in')}</span>
          <input type="text" placeholder=${msg('or paste links here')} autocomplete="off" spellcheck="false" @change=${this.onLinks} />
        </label>
      </div>
      <p class="grading-model">
        ${
          this.model
            ? html`<span>${msg(html`Graded with <strong>${this.model.name}</strong>.`)}</span>
                <button type="button" class="text-button" @click=${() => this.gradeWith(null)}>${msg('Grade each with its own model')}</button>`
            : html`<span class="quiet">${msg('Each is graded with the model that it contains.')}</span>
                <button type="button" class="text-button" @click=${this.chooseModel}>${msg('Grade with the model that I handed out…')}</button>`
        }
      </p>
      <p class="grading-status" role="status">${this.status()}</p>
      ${tables.map((table) => this.renderTable(table))}
      ${
        this.graded.length > 0
          ? html`<div class="grading-ways">
              <button type="button" class="outline-button" @click=${this.save}>${common.saveAsCsv()}</button>
              <button type="button" class="text-button" @click=${this.clear}>${msg('Clear')}</button>
            </div>`
          : nothing
      }
    </main>`;
  }

  private status() {
    const left = this.waiting.length + this.computing;
    if (left > 0)
      return html`${msg(str`Computing ${this.submissions.length - left + 1} of ${this.submissions.length} …`)}
        <button type="button" class="text-button" @click=${this.stop}>${common.stop()}</button>`;
    return this.message || nothing;
  }

  private renderTable({ title, tasks, files }: GradedTable) {
    const points = (id: string) => files.flatMap((file) => own(file.tasks, id)?.points ?? [])[0] ?? 1;
    const isGraded = tasks.length > 0;
    return html`<h2>${breakable(title)}</h2>
      <div class="grading-table" tabindex="0" role="region" aria-label=${title}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">${common.name()}</th>
              ${tasks.map((id) => html`<th scope="col" class="number">${breakable(id)}<br /><span class="quiet">${ofPoints(points(id))}</span></th>`)}
              ${isGraded ? html`<th scope="col" class="number">${common.sum()}</th><th scope="col">${msg('Saved')}</th>` : nothing}
              <th scope="col">${isGraded ? msg('Computed again') : msg('Why')}</th>
            </tr>
          </thead>
          <tbody>
            ${files.map((file) => this.renderFile(file, tasks))}
          </tbody>
        </table>
      </div>`;
  }

  private renderFile(file: GradedFile, tasks: readonly string[]) {
    const { reached, points } = sumOf(file);
    const said = file.problem || file.shown;
    const when = file.saved && dateText(file.saved);
    return html`<tr ?data-different=${file.isChanged}>
      <th scope="row" title=${file.file}>${file.hash ? html`<a href=${file.hash} target="_blank">${breakable(file.name)}</a>` : breakable(file.name)}</th>
      ${tasks.map((id) => html`<td class="number">${pointsText(own(file.tasks, id)?.reached ?? null)}</td>`)}
      ${
        tasks.length > 0
          ? html`<td class="number"><strong>${pointsText(reached)}</strong> ${ofPoints(points)}</td><td class="grading-time">${when || '–'}</td>`
          : nothing
      }
      <td>${said}</td>
    </tr>`;
  }

  private async choose(folder: boolean): Promise<void> {
    const files = await chooseFiles({ multiple: true, folder });
    if (files.length > 0) await this.take(files);
  }

  private readonly chooseModel = async () => {
    const [file] = await chooseFiles({ accept: '.json,.html,.zip' });
    if (!file) return;
    const text = await assignedModel(file);
    if (text) this.gradeWith({ name: file.name, text });
    else
      this.message = msg(
        str`There is no model in “${file.name}”. Choose the JSON file, the web page or the SCORM package that you handed out.`,
      );
  };

  private gradeWith(model: { name: string; text: string } | null): void {
    this.stop();
    this.message = '';
    this.model = model;
    this.graded = this.graded.filter(({ hash }) => hash === '');
    void this.grade(this.submissions);
  }

  private readonly onLinks = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    const { submissions, problem } = await submissionsOf(input.value);
    const none = submissions.length === 0 && input.value.trim() ? msg('There is no link to a submission, which has #s= in it.') : '';
    this.message = problem || none;
    if (submissions.length > 0) input.value = '';
    this.add(submissions.map((text) => ({ name: msg('link', { desc: 'in the place of the name of a file' }), text })));
  };

  private async take(files: readonly File[]): Promise<void> {
    const { submissions, problems } = await readSubmissions(files);
    this.message = submissions.length + problems.length === 0 ? msg('There is no file in it.') : '';
    this.graded = [...this.graded, ...problems.map(({ name, problem }) => ungradedFile(name, problem))];
    this.add(submissions);
  }

  /** Skips a submission that is already present. */
  private add(submissions: readonly NamedText[]): void {
    const known = new Set(this.submissions.map(({ text }) => text));
    const added = submissions.filter(({ text }) => !known.has(text));
    if (submissions.length > added.length) this.message = msg(str`${submissions.length - added.length} of them had been taken before.`);
    this.submissions = [...this.submissions, ...added];
    void this.grade(added);
  }

  private async grade(submissions: readonly NamedText[]): Promise<void> {
    this.waiting = [...this.waiting, ...submissions];
    const { turn } = this;
    this.engine ??= createPageEngine();
    const engine = await this.engine;
    const dictionary = (await loadDictionary()) ?? undefined;
    const work = async () => {
      for (let [next, ...others] = this.waiting; next && turn === this.turn; [next, ...others] = this.waiting) {
        this.waiting = others;
        this.computing++;
        const file = await gradedBy(engine, next, this.model?.text, dictionary);
        if (turn !== this.turn) return;
        this.computing--;
        this.graded = [...this.graded, file];
      }
    };
    await Promise.all(Array.from({ length: Math.max(0, lanes - this.computing) }, work));
  }

  /** Stops pending computations; results so far are kept. */
  private readonly stop = () => {
    this.turn++;
    const left = this.waiting.length + this.computing;
    this.message = left > 0 ? msg(str`Stopped: ${left} of ${this.submissions.length} are not graded.`) : this.message;
    this.waiting = [];
    this.computing = 0;
    void Promise.resolve(this.engine).then((engine) => engine?.dispose());
    this.engine = null;
  };

  private readonly clear = () => {
    this.stop();
    this.submissions = [];
    this.graded = [];
    this.message = '';
  };

  private readonly save = () => {
    download('grades.csv', 'text/csv', csvText(rowsOf(tablesOf(this.graded))));
  };
}

async function gradedBy(
  engine: Engine,
  { name, text }: NamedText,
  model: string | undefined,
  dictionary: Uint8Array | undefined,
): Promise<GradedFile> {
  try {
    const hash = submissionHash(JSON.parse(text) as object, dictionary);
    return gradedFile(name, hash, await engine.regrade(text, model));
  } catch (error) {
    return ungradedFile(name, error instanceof Error ? error.message : String(error));
  }
}
