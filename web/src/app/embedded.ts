import { msg, str } from '@lit/localize';
import { common } from '../format/texts';
import '../ui/tokens.css';
import '../ui/reset.css';
import '../ui/base.css';
import { nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { LiveEvent } from '../../../wasm/engine/types';
import { html } from '../ui/html';
import './model-page';
import type { EmbedOptions } from '../embed/options';
import type { Events, Reading, Series } from '../embed/protocol';
import { scenePicture } from '../export/picture';
import { documentHash, galleryHash, readLink } from '../link/link';
import type { LinkedModel } from '../link/open-document';
import { modelOfLink } from '../link/open-link';
import { proofOf } from '../share/proof';
import { version } from '../share/versions';
import { type ModelDocument, withParameters } from '../state/document';
import { recordingOf } from '../state/given-run';
import { language } from '../state/language';
import type { LiveRun } from '../state/live';
import { watch } from '../state/observable';
import { audience, beforeLiveRun, galleryName, titleOf } from '../state/open-model';
import { parameterOfPointer } from '../state/parameters';
import { type RunRecording, sensorColumn } from '../state/recording';
import { placeOf, valueAt } from '../state/samples';
import { theme } from '../ui/theme';
import type { Answers, Port } from './ports';
import { Shell } from './shell';

const timeEvery = 100; // ms between two messages about the cursor

/** A model in another site's page: shows the requested parts, answers requests of that page, and reports events to it. */
export abstract class EmbeddedModel extends Shell {
  @state() protected message = '';
  protected readonly ports: Port[] = [];
  private reportedPhase = '';
  private reportedValues = '';
  private reportedText = '';
  private reportedTime = { at: 0, time: 0, playing: false };
  private reportedStop: unknown = null;
  private reportedLive: LiveRun | null = null;
  private stopLive = () => {};
  private reportedAnswers: object | null = null;

  protected abstract readonly options: EmbedOptions;
  /** Address of the site; '': there is none. */
  protected abstract readonly site: string;
  /** Called before an open model runs. */
  protected async connect(): Promise<void> {}

  protected override whileInPage() {
    const { parameters, runner, tasks, cursor } = this.session;
    theme.force(this.options.theme);
    return [
      ...super.whileInPage(),
      watch(
        () => [this.session.opened, parameters.values, runner.state, runner.model, runner.recording, tasks.answers],
        () => this.reportRun(),
      ),
      watch(
        () => [cursor.time, cursor.playing] as const,
        ([time, playing]) => this.reportTime(time, playing),
      ),
      () => this.stopLive(),
      () => {
        for (const port of this.ports.splice(0)) port.end();
      },
    ];
  }

  private report<N extends keyof Events>(event: N, data: Events[N]): void {
    for (const port of this.ports) port.report?.(event, data);
  }

  protected override render() {
    if (this.message) return html`<p class="embed-message" role="alert">${this.message}</p>`;
    const title = titleOf(this.session.opened, this.session.language) || common.model();
    return html`
      ${this.options.show.has('title') ? nothing : html`<h1 class="hidden">${title}</h1>`}
      <slip-model-page role="main" .site=${this.site} .parts=${this.options.show} .touchable=${this.options.handsOn}></slip-model-page>
      ${this.renderBrand(title)}
    `;
  }

  protected renderBrand(_title: string): unknown {
    return nothing;
  }

  protected async openLink(hash: string): Promise<void> {
    const link = readLink(hash);
    await language.pending;
    const opened = await modelOfLink(link, language.shown);
    if (typeof opened === 'string') {
      this.message = opened || msg('This frame names no model.');
      return this.report('error', { message: this.message });
    }
    await this.openModel(opened);
  }

  /** `runs`: whether the model runs without being asked. */
  protected async openModel({ model, values }: LinkedModel, runs = true): Promise<void> {
    const { start, autoplay } = this.options;
    this.message = '';
    const opened = start === null ? model : { ...model, view: { ...model.view, time: start } };
    this.session.open(opened, values, autoplay && this.mayPlay);
    await this.connect();
    if (!runs) return this.report('run', { phase: 'waiting', message: '', measures: [] });
    await this.run();
    const { state } = this.session.runner;
    if (state.phase === 'idle' && state.reason) this.report('run', { phase: 'waiting', message: state.reason, measures: [] });
  }

  protected link(): string {
    const { opened, parameters } = this.session;
    const values = parameters.linked;
    if (!opened) return '';
    const name = galleryName(opened);
    const view = audience(opened);
    return name ? galleryHash(name, values, view) : documentHash(withParameters(opened.document, values), view);
  }

  protected readonly answers: Answers = {
    load: async ({ link, model }) => {
      await this.openLink(model ? documentHash(model as ModelDocument) : (link ?? ''));
      return null;
    },
    set: async ({ parameters }) => {
      const { opened, runner } = this.session;
      const values = { ...this.session.parameters.values, ...parameters };
      const { issues } = await (await runner.prepare()).check(opened?.text ?? '', values);
      const issue = issues.find(
        ({ severity, pointer }) => severity === 'error' && Object.hasOwn(parameters, parameterOfPointer(pointer) ?? ''),
      );
      if (issue) throw new Error(`${parameterOfPointer(issue.pointer)}: ${issue.message}`);
      this.session.parameters.changeAll(parameters);
      return null;
    },
    run: () => {
      this.session.run();
      return null;
    },
    play: () => {
      this.session.cursor.play();
      return null;
    },
    pause: () => {
      this.session.cursor.pause();
      return null;
    },
    seek: ({ time }) => {
      this.session.cursor.seek(Number(time) || 0);
      return null;
    },
    draw: async ({ run }) => {
      const { opened, runner } = this.session;
      const { model, issues } = await (await runner.prepare()).check(opened?.text ?? '', run.parameters);
      const recording = await (model ? recordingOf(run, model) : Promise.reject(new Error(issues[0]?.message))).catch((error: Error) => {
        this.message = error.message;
        throw error;
      });
      if (this.session.opened === opened) this.session.showRun(recording, run.problem);
      return null;
    },
    read: () => this.reading(),
    series: ({ names }) => this.series(names),
    answers: () => this.session.tasks.saved,
    restore: async ({ answers }) => {
      await this.session.tasks.restore(answers);
      return null;
    },
    picture: async () => {
      const drawn = this.scene.element?.drawn;
      const picture = drawn && (await scenePicture(drawn));
      return picture ? addressOf(picture) : '';
    },
  };

  private reading(): Reading {
    const { cursor, runner } = this.session;
    const { recording } = runner;
    if (!recording) return { time: cursor.time, sensors: {} };
    const place = placeOf(recording.history.time, cursor.time);
    const sensors = recording.model.sensors.map(({ name, unit, components }) => [
      name,
      { unit, components, values: components.map((_, i) => valueAt(sensorColumn(recording, name, i) ?? [Number.NaN], place)) },
    ]);
    return { time: cursor.time, sensors: Object.fromEntries(sensors) };
  }

  private series(names?: readonly string[]): Series {
    const { recording } = this.session.runner;
    const known = recording?.model.sensors ?? [];
    const missing = names?.find((name) => !known.some((sensor) => sensor.name === name));
    if (missing !== undefined) throw new Error(msg(str`There is no sensor “${missing}”. The model has: ${listed(known)}.`));
    if (!recording) return { time: new Float64Array(), sensors: {} };
    const sensors = known.flatMap(({ name, unit, components }) => {
      const values = components.map((_, i) => Float64Array.from(sensorColumn(recording, name, i) ?? []));
      return names?.includes(name) === false ? [] : [[name, { unit, components, values }] as const];
    });
    return { time: Float64Array.from(recording.history.time), sensors: Object.fromEntries(sensors) };
  }

  private reportRun(): void {
    this.followLive();
    const { opened, runner } = this.session;
    const { values } = this.session.parameters;
    const { phase, model, error } = runner;
    const recording = phase === 'finished' || phase === 'stopped' ? runner.recording : null;
    if (phase !== this.reportedPhase) {
      this.reportedPhase = phase;
      if (phase !== 'idle')
        this.report('run', {
          phase,
          message: error?.message ?? runner.issues[0]?.message ?? '',
          measures: [...(recording?.measures ?? [])],
        });
      if (phase === 'finished' && model)
        this.report('ready', {
          title: model.title,
          parameters: model.parameters.map(({ name, value, min, max, unit }) => ({ name, value, min, max, unit })),
        });
    }
    if (beforeLiveRun(opened) && opened !== this.reportedStop && runner.recording) {
      this.reportedStop = opened;
      this.reportStop(runner.recording);
    }
    this.reportTasks();
    const reported = JSON.stringify(values);
    if (opened && (reported !== this.reportedValues || opened.text !== this.reportedText)) {
      this.reportedValues = reported;
      this.reportedText = opened.text;
      this.report('parameters', { values, link: this.link() });
    }
  }

  /** Reports a person's actions during a live run. */
  private followLive(): void {
    const { live } = this.session.runner;
    if (live === this.reportedLive) return;
    this.reportedLive = live;
    this.stopLive();
    if (!live) return;
    let reported = 0;
    this.stopLive = watch(
      () => live.done,
      (done) => {
        reported = Math.min(reported, done.length); // the number decreases after an undo
        for (; reported < done.length; reported++) this.reportAction(done[reported], live.time);
      },
    );
  }

  private reportAction(event: LiveEvent, time: number): void {
    if ('grab' in event) this.report('grab', { time, object: event.grab, link: event.link });
    else if ('push' in event) this.report('push', { time, object: event.push, link: event.link, impulse: event.impulse });
    else if ('input' in event) this.report('input', { time, name: event.input, value: event.value });
    else if ('release' in event) this.report('release', { time });
  }

  private reportStop(recording: RunRecording): void {
    const time = recording.history.time.at(-1) ?? 0;
    this.report('stop', { time, digest: proofOf(recording, version) ?? '', link: this.link() });
  }

  private reportTasks(): void {
    const { runner, tasks: book } = this.session;
    const tasks = runner.model?.tasks ?? [];
    if (tasks.length === 0 || book.answers === this.reportedAnswers) return;
    const first = this.reportedAnswers === null;
    this.reportedAnswers = book.answers;
    if (first && !book.begun) return;
    this.report('tasks', {
      seed: book.seed,
      score: book.begun ? book.scoreOf(tasks) : null,
      tasks: tasks.map(({ id }) => ({ id, score: book.of(id).score, tries: book.of(id).tries })),
    });
  }

  private reportTime(time: number, playing: boolean): void {
    const { reportedTime: reported } = this;
    const at = performance.now();
    if ((playing && at - reported.at < timeEvery) || (time === reported.time && playing === reported.playing)) return;
    this.reportedTime = { at, time, playing };
    this.report('time', { time, playing });
  }
}

const listed = (sensors: readonly { name: string }[]) => sensors.map(({ name }) => `“${name}”`).join(', ') || '–';

function addressOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
