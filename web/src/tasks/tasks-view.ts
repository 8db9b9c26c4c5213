import { consume } from '@lit/context';
import { type LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Graded, ModelInfo, ParameterInfo, TaskInfo } from '../../../wasm/engine/types';
import { attempt } from '../format/attempt';
import { dateText } from '../format/language';
import { localised, textIn } from '../format/localised';
import { own } from '../format/own';
import { formatNumber, withUnit } from '../format/quantity';
import { loadDictionary } from '../link/dictionary';
import { documentHash, galleryHash, submissionHash } from '../link/link';
import { largestText } from '../link/pack';
import { valuesText } from '../state/kept-runs';
import { galleryName } from '../state/open-model';
import { parameterControl, parameterTextWithUnit, seenParameters } from '../state/parameters';
import { sensorColumn, timeSpan } from '../state/recording';
import { languagesOf, type OpenedSubmission, type Remark, type TaskAnswer, type TaskState, type Uncounted } from '../state/tasks';
import { html } from '../ui/html';
import { load } from '../ui/load';
import '../ui/prose';
import { type SceneOnPage, sceneContext } from '../scene';
import { download, fileName } from '../ui/download';
import { richLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import { thumbnail } from '../ui/thumbnail';
import type { CurveField, Point } from './curve-field';
import './curve-field';
import { remarkIn, type Words, wordsOf } from './words';
import './tasks.css';

const largestLink = largestText / 4; // characters in a link before packing
const longestOnPaper = 600; // characters of a link that a phone can scan from a printed QR code
const longestByHand = 100;
const sheetPicture = 640; // pixels; width of the picture on a work sheet
const mostCurvePoints = 300; // points of a recorded curve in a small drawing

/** The tasks of the open model: answers, hints, feedback, results. */
@customElement('slip-tasks')
export class TasksView extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  /** Address of the site, for links. */
  @property() site = '';
  /** The text of the model is beside the tasks. */
  @property({ attribute: false }) editable = false;
  /** Shows solutions, for the author. */
  @property({ type: Boolean }) solutions = false;
  /** The link for submission. */
  @state() private link = '';
  /** Data of the work sheet being printed, which omits answers and uses the values of the document. */
  @state() private sheet: { picture: string; link: string; code: TemplateResult | null } | null = null;
  private curves: { of: object | null; points: Map<string, Point[]> } = { of: null, points: new Map() };
  private readonly typed = new Map<string, string>();
  private readonly chosen = new Map<string, number[]>();

  protected override render() {
    const { model } = this.session.runner;
    void this.session.view.aim; // `updated` goes there
    const tasks = model?.tasks ?? [];
    if (!model || tasks.length === 0) return nothing;
    const languages = languagesOf(tasks);
    const { book, words, language } = this;
    return html`
      <div class="tasks" lang=${words.lang}>
        ${this.renderSubmission()} ${this.sheet ? this.renderSheetHead(this.sheet) : nothing}
        <div class="tasks-head">
          ${this.renderSeed()}
          ${
            languages.length > 1
              ? html`<span class="segmented" role="group" aria-label=${words.language}>
                  ${languages.map((each) => html`<button type="button" lang=${each} aria-pressed=${each === language} title=${nameOf(each)} @click=${() => book.setLanguage(each)}>${shortCode(each, languages)}</button>`)}
                </span>`
              : nothing
          }
        </div>
        <ol class="task-list">
          ${tasks.map((task) => html`<li>${this.renderTask(task)}</li>`)}
        </ol>
        <p class="tasks-result" role="status">
          ${book.begun ? html`${words.result}: <strong>${Math.round(100 * book.scoreOf(tasks))}\u2009%</strong>, ${words.right(tasks.filter(({ id }) => book.of(id).score === 1).length, tasks.length)}` : words.nothingChecked}
        </p>
        ${book.submission || this.solutions ? nothing : this.renderFoot()}
      </div>
    `;
  }

  /** Moves the focus to the first answer when the tasks are requested. */
  protected override updated(): void {
    const { view } = this.session;
    if (this.solutions || view.aim?.at !== 'tasks') return;
    this.scrollIntoView({ block: 'nearest' });
    this.querySelector<HTMLElement>('.task input, .task [tabindex="0"]')?.focus();
    view.arrive();
  }

  private get book(): TaskState {
    return this.session.tasks;
  }
  private get language(): string {
    return this.book.languageFor(this.session.runner.model?.tasks ?? []);
  }
  private get words(): Words {
    return wordsOf(this.language);
  }

  /** The author of a submission, and whether its scores follow from its answers. */
  private renderSubmission() {
    const { words } = this;
    const { submission } = this.book;
    if (!submission) return nothing;
    const { name, saved, again } = submission;
    const when = saved && dateText(saved);
    return html`<div class="tasks-handed ${again?.different.length || again?.notGraded ? 'wrong' : ''}">
      <span role="status"><strong>${words.handedIn(name.slice(0, 60), when)}</strong> ${again ? this.verdict(again) : words.recomputing}</span>
      ${this.editable ? html`<button type="button" class="text-button" aria-haspopup="dialog" @click=${this.compare}>${words.compare}</button>` : nothing}
    </div>`;
  }

  private readonly compare = () => this.session.view.goTo({ at: 'comparison' });

  private verdict({ different, engine, otherwise, notGraded }: NonNullable<OpenedSubmission['again']>): string {
    const { words } = this;
    if (notGraded) return words.notGraded(notGraded);
    const reproduced = different.length + otherwise.length === 0;
    const changed = reproduced ? words.reproduced : different.length > 0 ? words.notReproduced(different.join(', ')) : '';
    return [changed, engine && words.otherEngine(engine, otherwise.join(', '))].filter(Boolean).join(' ');
  }

  private renderFoot() {
    const { book, words } = this;
    const { variants } = this.session.runner.model ?? {};
    return html`<div class="tasks-foot">
      ${
        signsWithSeed(variants)
          ? nothing
          : html`<label class="seed"
              ><span>${words.yourName}</span>
              <input
                type="text"
                autocomplete="name"
                spellcheck="false"
                maxlength="80"
                placeholder=${words.optional}
                .value=${book.name}
                @change=${(event: Event) => book.sign((event.target as HTMLInputElement).value)}
              />
            </label>`
      }
      <button type="button" class="outline-button" ?disabled=${!book.begun} @click=${this.save}>${words.save}</button>
      <button type="button" class="outline-button" ?disabled=${!book.begun} @click=${this.copyLink}>${words.copyLink}</button>
      <p class="tasks-notice" role="status">${book.notice}</p>
      ${this.link ? html`<input class="handed-link" type="text" readonly aria-label=${words.link} .value=${this.link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />` : nothing}
      <button type="button" class="outline-button" @click=${this.print}>${words.print}</button>
      <button type="button" class="text-button" @click=${this.reset}>${words.forget}</button>
    </div>`;
  }

  private renderSheetHead({ picture, link, code }: { picture: string; link: string; code: TemplateResult | null }) {
    const { words } = this;
    const { model } = this.session.runner;
    const values = model ? seenParameters(model) : [];
    return html`<div class="sheet-head">
      <p class="sheet-name">${words.sheetName}</p>
      ${picture ? html`<img src=${picture} alt="" />` : nothing}
      ${code ? html`<div class="sheet-link">${code}${link.length <= longestByHand ? html`<span>${link}</span>` : nothing}</div>` : nothing}
      <p class="sheet-values">${this.renderValues(values)}</p>
    </div>`;
  }

  /** The parameter values in words: of the page, or, on a work sheet, of the document and the seed. */
  private renderValues(parameters: readonly ParameterInfo[]) {
    const { parameters: store, tasks } = this.session;
    return parameters.map((info, i) => {
      const control = parameterControl(info);
      const value = this.sheet ? (own(tasks.values, info.name) ?? info.defaultValue) : (store.value(info.name) ?? info.value);
      return html`${i > 0 ? ', ' : ''}${richLabel(control.label)} = ${parameterTextWithUnit(control, value)}`;
    });
  }

  private renderSeed() {
    const { variants } = this.session.runner.model ?? {};
    if (!variants) return nothing;
    const { book, words } = this;
    const what = variants.seed === 'number' ? words.yourNumber : words.yourName;
    return html`<label class="seed"
      ><span>${what}</span>
      <input
        type="text"
        autocomplete="off"
        spellcheck="false"
        maxlength="80"
        .value=${book.seed}
        @change=${(event: Event) => void book.enter((event.target as HTMLInputElement).value)}
      />
      <span class="quiet">${book.seed ? words.ownValues : words.enterIt}</span>
    </label>`;
  }

  private renderTask(task: TaskInfo) {
    const { book } = this;
    const given = this.sheet ? unanswered : book.of(task.id);
    const { text: title, lang } = localised(task.title, this.language);
    const id = `task-${task.id}`;
    return html`<section class="task" aria-labelledby=${title ? id : nothing} aria-label=${title ? nothing : this.words.task} data-task=${task.id} data-score=${given.score ?? ''}>
      ${title ? html`<h2 id=${id} lang=${lang || nothing}>${title}</h2>` : nothing}
      ${this.renderText(task.text)}
      ${this.renderAnswer(task, given)} ${this.renderFeedback(task, given)} ${this.renderHints(task, given)}
      ${this.solutions ? html`<p class="solution"><strong>${this.words.solution}:</strong> ${this.solution(task)}</p>` : nothing}
    </section>`;
  }

  /** A text of the document, marked with its language. */
  private renderText(given: unknown) {
    const { text, lang } = localised(given, this.language);
    return html`<slip-prose lang=${lang || nothing} .text=${text}></slip-prose>`;
  }

  private renderAnswer(task: TaskInfo, given: TaskAnswer) {
    const { answer } = task;
    if (answer.type === 'choice') return this.renderChoices(task, answer.choices, given);
    if (answer.type === 'number')
      return html`<div class="answer-line">
        <input
          type="text"
          inputmode="text"
          autocomplete="off"
          spellcheck="false"
          aria-label=${answer.unit ? this.words.answerIn(answer.unit) : this.words.answer}
          .value=${this.sheet ? '' : (this.typed.get(task.id) ?? (typeof given.answer === 'string' ? given.answer : ''))}
          @input=${(event: Event) => this.type(task.id, (event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.check(task, this.typed.get(task.id) ?? given.answer)}
        />
        ${answer.unit ? html`<span class="quiet">${answer.unit}</span>` : nothing}
        ${this.renderCheck(task, () => this.typed.get(task.id) ?? given.answer ?? '')} ${this.renderHint(task)}
      </div>`;
    if (answer.type === 'run') return this.renderRun(task, answer);
    return this.renderCurve(task, answer, given);
  }

  private type(task: string, text: string): void {
    this.typed.set(task, text);
  }

  private renderCheck(task: TaskInfo, answer: () => unknown, label = this.words.check) {
    const busy = this.book.checking !== '';
    const checks = this.book.checking === task.id;
    return html`<button type="button" class="main-button check" aria-disabled=${busy} @click=${() => this.check(task, answer())}>
      <span ?inert=${checks}>${label}</span><span ?inert=${!checks}>${this.words.checking}</span>
    </button>`;
  }

  private check(task: TaskInfo, answer: unknown): void {
    const { events, handFrequency } = this.session.submittedRun;
    const { type } = task.answer;
    const moved = (type === 'number' || type === 'curve') && !this.book.submission ? this.moved : {};
    const done = type === 'run' && events ? { events, handFrequency } : {};
    void this.book.answer(task.id, answer, done, Object.keys(moved).length > 0 ? moved : undefined);
  }

  /** Values of visible sliders that differ from those of the document and the seed, which the tasks are about. */
  private get moved(): Record<string, number> {
    const { runner, parameters } = this.session;
    const seen = runner.model ? seenParameters(runner.model).map(({ name }) => name) : [];
    return Object.fromEntries(Object.entries(parameters.own).filter(([name]) => seen.includes(name)));
  }

  private renderChoices(task: TaskInfo, choices: readonly { text: unknown; correct: boolean }[], given: TaskAnswer) {
    const several = choices.filter(({ correct }) => correct).length > 1;
    const chosen = this.sheet ? [] : (this.chosen.get(task.id) ?? (Array.isArray(given.answer) ? (given.answer as number[]) : []));
    const change = (i: number, on: boolean) => {
      this.chosen.set(task.id, several ? [...chosen.filter((other) => other !== i), ...(on ? [i] : [])].sort() : [i]);
      this.requestUpdate();
    };
    return html`<fieldset class="choices">
      <legend class="hidden">${several ? this.words.several : this.words.one}</legend>
      ${choices.map(
        ({ text }, i) => html`<label
          ><input
            type=${several ? 'checkbox' : 'radio'}
            name=${`task-${task.id}-choice`}
            .checked=${chosen.includes(i)}
            @change=${(event: Event) => change(i, (event.target as HTMLInputElement).checked)}
          /><span lang=${localised(text, this.language).lang || nothing}>${textIn(text, this.language)}</span></label
        >`,
      )}
    </fieldset>
    <div class="answer-line">${this.renderCheck(task, () => this.chosen.get(task.id) ?? given.answer ?? [])} ${this.renderHint(task)}</div>`;
  }

  /** The task uses the sliders of the page; this part lists the values that count and the measures of the last run. */
  private renderRun(task: TaskInfo, { free, measures = [] }: Extract<TaskInfo['answer'], { type: 'run' }>) {
    const { session } = this;
    const { model, recording } = session.runner;
    const parameters = this.freeOf(free);
    const shown = (model?.measures ?? []).filter(({ name }) => measures.includes(name)); // other measures may be answers to other tasks
    return html`
      <p class="quiet">${this.renderValues(parameters)}</p>
      ${
        shown.length > 0 && !this.book.covers(model?.tasks ?? [])
          ? html`<ul class="run-measures quiet">
              ${shown.map(({ name, label, unit }) => {
                const value = recording?.measures?.find((measure) => measure.name === name)?.value ?? null;
                return html`<li>${label || name}: ${value === null ? '–' : withUnit(formatNumber(value, 4), unit)}</li>`;
              })}
            </ul>`
          : nothing
      }
      <div class="answer-line">
        ${this.renderCheck(task, () => Object.fromEntries(parameters.map(({ name, value }) => [name, session.parameters.value(name) ?? value])), this.words.checkRun)}
        ${this.renderHint(task)}
      </div>
    `;
  }

  private freeOf(free: readonly string[]) {
    const { model } = this.session.runner;
    const fixed = [...(model?.locked ?? []), ...(model?.hidden ?? []), ...Object.keys(model?.variants ?? {})];
    return (model?.parameters ?? []).filter(({ name }) => (free.length > 0 ? free.includes(name) : !fixed.includes(name)));
  }

  private renderCurve(task: TaskInfo, answer: Extract<TaskInfo['answer'], { type: 'curve' }>, given: TaskAnswer) {
    const { model, recording } = this.session.runner;
    if (!model) return nothing;
    const column = recording && sensorColumn(recording, answer.sensor, answer.component);
    let [low, high] = [answer.min ?? Number.NaN, answer.max ?? Number.NaN];
    if (column && !(low < high)) {
      const [least, largest] = column.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
      const margin = 0.25 * (largest - least || 1);
      [low, high] = [answer.min ?? least - margin, answer.max ?? largest + margin];
    }
    const right = this.judgedCurve(task.id, column ?? null);
    const seen = given.score !== null || this.solutions;
    const field = () => this.querySelector<CurveField>(`[data-task="${CSS.escape(task.id)}"] slip-curve-field`);
    return html`
      <slip-curve-field
        .label=${answer.sensor}
        .unit=${answer.unit}
        .words=${this.words}
        .span=${timeSpan(model)}
        .range=${low < high ? [low, high] : [-1, 1]}
        .start=${Array.isArray(given.answer) ? (given.answer as Point[]) : none}
        .right=${seen && right.length > 1 ? right : null}
      ></slip-curve-field>
      <div class="answer-line">
        ${this.renderCheck(task, () => field()?.points ?? [])}
        <button type="button" class="text-button" @click=${() => field()?.clear()}>${this.words.drawAgain}</button>
        ${this.renderHint(task)}
      </div>
    `;
  }

  /** The curve of the judged run, even while the page shows another run. */
  private judgedCurve(task: string, column: Float64Array | null): Point[] {
    const { runner, submittedRun } = this.session;
    const { recording, phase } = runner;
    const judged = phase === 'finished' && Object.keys(submittedRun).length === 0;
    if (judged && recording && column && this.curves.of !== recording) this.curves = { of: recording, points: new Map() };
    if (judged && recording && column && !this.curves.points.has(task)) {
      const stride = Math.max(1, Math.floor(column.length / mostCurvePoints));
      const points: Point[] = [];
      for (let i = 0; i < column.length; i += stride) points.push([recording.history.time[i], column[i]]);
      this.curves.points.set(task, points);
    }
    return this.curves.points.get(task) ?? none;
  }

  private renderFeedback(task: TaskInfo, given: TaskAnswer) {
    const { answer } = task;
    const chosen = answer.type === 'choice' && Array.isArray(given.answer) ? (given.answer as number[]) : [];
    const said =
      answer.type === 'choice'
        ? chosen.map((i) => answer.choices[i]?.feedback).filter((feedback) => textIn(feedback, this.language) !== '')
        : [];
    const uncounted = own(this.book.uncounted, task.id);
    const mark = uncounted || given.score === null ? '' : given.score === 1 ? 'right' : given.score > 0 ? 'partly' : 'wrong';
    return html`<div class="feedback ${mark}" role="status">
      ${uncounted ? this.renderUncounted(task, uncounted, given) : nothing}
      ${given.message && !uncounted ? html`<p><span aria-hidden="true">${{ right: '✓ ', partly: '◐ ', wrong: '✗ ', '': '' }[mark]}</span>${this.renderRemark(given)}${given.score !== null && given.score < 1 && given.score > 0 ? ` ${this.words.share(Math.round(100 * given.score))}` : ''}</p>` : nothing}
      ${said.map((feedback) => this.renderText(feedback))}
      ${given.tries > 0 ? html`<p class="quiet">${this.words.tries(given.tries)}</p>` : nothing}
    </div>`;
  }

  private renderRemark(remark: Remark) {
    const { text, lang } = remarkIn(this.language, remark);
    return html`<span lang=${lang}>${text}</span>`;
  }

  private renderUncounted(task: TaskInfo, remark: Uncounted, given: TaskAnswer) {
    const { words } = this;
    const { moved } = remark;
    return html`
      ${moved?.right ? nothing : html`<p>${this.renderRemark(remark)}</p>`}
      ${moved ? html`<p>${this.movedText(moved)} ${Object.keys(this.moved).length > 0 ? html`<button type="button" class="text-button" @click=${() => this.setBack(task)}>${words.setBack}</button>` : nothing}</p>` : nothing}
      ${given.score !== null ? html`<p class="quiet">${words.stillCounts}</p>` : nothing}
    `;
  }

  private movedText({ values, right }: NonNullable<Uncounted['moved']>): string {
    const { words } = this;
    const { model } = this.session.runner;
    const parameters = (model?.parameters ?? []).filter(({ name }) => Object.hasOwn(values, name));
    const start = parameters.map(({ name, defaultValue }) => [name, own(this.book.values, name) ?? defaultValue]);
    const [now, then] = [values, Object.fromEntries(start)].map((each) => valuesText(parameters, each));
    return right ? words.movedRight(now, then) : words.movedWrong(now, then);
  }

  private setBack({ id }: TaskInfo): void {
    this.session.parameters.reset();
    this.book.remark(id, null);
    this.querySelector<HTMLElement>(`[data-task="${CSS.escape(id)}"] :is(input, [tabindex="0"])`)?.focus();
  }

  /** The button comes before the results, which would move it. */
  private renderHint({ id, hints }: TaskInfo) {
    const open = this.sheet ? 0 : this.book.of(id).hints;
    if (open >= hints.length) return nothing;
    return html`<button type="button" class="text-button" @click=${() => this.showHint(id)}>${open === 0 ? this.words.hint : this.words.nextHint}</button>`;
  }

  private renderHints(task: TaskInfo, { hints }: TaskAnswer) {
    const open = Math.min(hints, task.hints.length);
    if (open === 0) return nothing;
    return html`<ol class="hints" aria-label=${this.words.hints}>${task.hints.slice(0, open).map((hint) => html`<li tabindex="-1">${this.renderText(hint)}</li>`)}</ol>`;
  }

  /** The hint comes into view; it gets the focus of a button that has gone. */
  private async showHint(id: string): Promise<void> {
    this.book.hint(id);
    await this.updateComplete;
    const hint = [...this.querySelectorAll<HTMLElement>(`[data-task="${CSS.escape(id)}"] .hints li`)].at(-1);
    if (!hint) return;
    await hint.querySelector<LitElement>('slip-prose')?.updateComplete;
    if (document.activeElement === document.body) hint.focus({ preventScroll: true });
    hint.scrollIntoView({ block: 'nearest' });
  }

  /** The solution as a sentence for the author. */
  private solution({ answer }: TaskInfo): string {
    if (answer.type === 'choice')
      return answer.choices
        .filter(({ correct }) => correct)
        .map(({ text }) => textIn(text, this.language))
        .join('; ');
    if (answer.type === 'number') return `${answer.value} ${answer.unit}, ± ${formatNumber(answer.tolerance)}`;
    if (answer.type === 'run') return answer.check;
    return this.words.curveSolution;
  }

  private readonly reset = () => {
    this.typed.clear();
    this.chosen.clear();
    for (const field of this.querySelectorAll<CurveField>('slip-curve-field')) field.clear();
    this.book.reset();
  };

  private readonly save = () =>
    this.handIn((submission) => {
      const { title } = this.session.opened?.document ?? {};
      const name = `${fileName(`${submission.name || this.book.seed} ${typeof title === 'string' ? title : 'tasks'}`)}-answers.json`;
      download(name, 'application/json', JSON.stringify(submission));
      this.book.notify(this.words.saved(name));
    });

  /** Prints only the tasks. */
  private readonly print = async () => {
    const { opened, runner } = this.session;
    const { dataset } = document.documentElement;
    const isCovered = runner.model?.tasks.some(({ before }) => before === 'run');
    const name = galleryName(opened);
    const dictionary = name ? null : await loadDictionary().catch(() => null);
    const view = { student: true } as const;
    const hash = name ? galleryHash(name, {}, view) : documentHash(opened?.document ?? {}, view, dictionary ?? undefined);
    const link = this.site ? `${this.site}${hash}` : '';
    const { qrCode } = await load(() => import('../share'));
    this.sheet = {
      picture: isCovered ? '' : thumbnail(this.scene.element?.drawn ?? null, sheetPicture),
      link,
      code: link && link.length <= longestOnPaper ? qrCode(link, this.words.sheetLink) : null,
    };
    dataset.workSheet = '';
    await this.updateComplete;
    const end = () => {
      delete dataset.workSheet;
      this.sheet = null;
    };
    addEventListener('afterprint', end, { once: true });
    print();
  };

  private readonly copyLink = () =>
    this.handIn(async (submission) => {
      if (JSON.stringify(submission).length > largestLink) return this.book.notify(this.words.tooMuch);
      const onSite = this.site !== '' && document.baseURI.startsWith(this.site); // nothing is loaded from other sites
      const dictionary = onSite ? await loadDictionary() : null;
      this.link = `${this.site}${submissionHash(submission, dictionary ?? undefined)}`;
      await navigator.clipboard.writeText(this.link).then(
        () => this.book.notify(this.words.linkCopied),
        () => this.book.notify(this.words.copyByHand),
      );
    });

  private async handIn(how: (submission: Graded) => void | Promise<void>): Promise<void> {
    const { book, session } = this;
    this.link = '';
    book.notify('');
    try {
      const name = signsWithSeed(session.runner.model?.variants) ? book.seed : book.name;
      await how(await book.submit(name, session.submittedRun));
    } catch (error) {
      book.notify(this.words.nothingMade(error instanceof Error ? error.message : String(error)));
    }
    await this.updateComplete;
    this.querySelector('.tasks-notice')?.scrollIntoView({ block: 'nearest' });
  }
}

/** Whether the seed is the name of a person. */
function signsWithSeed(variants: ModelInfo['variants'] | undefined): boolean {
  return Boolean(variants) && variants?.seed !== 'number';
}

/** The name of a language in itself. */
const nameOf = (code: string) => attempt(() => new Intl.DisplayNames(code, { type: 'language' }).of(code), code);

/** "ZH" for zh-Hans, unless zh-Hant is among the languages, too. */
function shortCode(code: string, languages: readonly string[]): string {
  const primary = (tag: string) => tag.split('-')[0];
  const alike = languages.filter((each) => primary(each) === primary(code));
  return (alike.length > 1 ? code : primary(code)).toUpperCase();
}

const unanswered: TaskAnswer = { tries: 0, hints: 0, score: null, message: '' };

const none: Point[] = [];
