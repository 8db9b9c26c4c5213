import { consume } from '@lit/context';
import { msg } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { nextTask } from '../../../wasm/engine/task';
import { attempt } from '../format/attempt';
import { decimalsFor, displayUnit, formatFixed, formatNumber, withUnit } from '../format/quantity';
import type { Range } from '../format/range';
import { common } from '../format/texts';
import type { TimeCursor } from '../state/cursor';
import { watch } from '../state/observable';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import type { CameraShot } from '../state/shot';
import { colorBar } from '../ui/color-bar';
import { colorScale } from '../ui/colors';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { listen } from '../ui/listen';
import { theme, token } from '../ui/theme';
import { View } from '../ui/view';
import { arrowSize } from './arrow';
import { bandColors } from './band-colors';
import type { CameraView } from './camera-rig';
import type { Caption } from './caption';
import { describeScene, type SceneDescription, showsNothing } from './description';
import type { Forces } from './forces';
import type { Paper } from './ground';
import { type SceneElement, type SceneOnPage, sceneContext } from './on-page';
import type { Picker } from './picker';
import { Recorder, type SceneStyle, sceneAsSeen } from './recorder';
import { isSoftware } from './software';
import type { Stage } from './stage';
import { stateText } from './state-text';
import './scene.css';
import { short } from '../format/short';
import { load } from '../ui/load';

const restTime = 700; // ms
const symbolsKey = 'slipstick.symbols';
const turningKey = 'slipstick.turning';
const pointerEvents = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'pointerleave', 'contextmenu'];

const views = (): { view: CameraView; label: string; title: string }[] => [
  { view: 'orbit', label: msg('Whole'), title: msg('The whole motion') },
  { view: 'follow', label: msg('Follow'), title: msg('Move with the body') },
  { view: 'top', label: msg('Top'), title: msg('From above') },
  { view: 'side', label: msg('Side'), title: msg('From the side') },
];

/** The 3D view with its camera buttons, scale and legend. Loads the renderer on first use. */
@customElement('slip-scene')
export class SceneView extends View implements SceneElement {
  @consume({ context: sceneContext }) onPage?: SceneOnPage;
  /** A new object whenever the run has grown. */
  @property({ attribute: false }) recording: Recording | null = null;
  @property({ attribute: false }) cursor!: TimeCursor;
  protected override readonly slow = true;
  @state() private view: CameraView = 'orbit';
  /** A person has moved the camera away from this view. */
  @state() private turned = false;
  /** The initial camera from a link. */
  @property({ attribute: false }) start: CameraShot | null = null;
  /** Joints and loads have symbols unless a person hides them. */
  @property({ attribute: false }) symbolsFirst = false;
  @state() private failure: (() => string) | null = null;
  /** A finger has scrolled the page from the view, perhaps to turn it. */
  @state() private hinted = false;
  @state() private cell = 0;
  /** Range of the quantity that colours cables. */
  @state() private range: Range | null = null;

  /** A recording with the description of its model; each request is drawn in its own task. */
  private shown: { recording: Recording; description: SceneDescription } | null = null;
  private stage: Stage | null = null;
  private paper: Paper | null = null;
  private forces: Forces | null = null;
  /** Whether joints and loads have symbols, if a person has chosen; null: while something is drawn, or if `symbolsFirst`. */
  @state() private symbols: boolean | null = attempt(() => JSON.parse(localStorage.getItem(symbolsKey) ?? 'null') as boolean | null, null);
  private loading: Promise<void> | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private readonly resize = new ResizeObserver(() => this.fit());

  private stopClock = () => {};

  protected override whileInPage() {
    this.onPage?.enter(this);
    if (this.hasUpdated) {
      this.followClock();
      this.requestUpdate('recording', null);
    }
    return [
      watch(
        () => theme.dark,
        () => this.setColors(),
      ),
      listen<PointerEvent>(this, pointerEvents, (event) => this.handle(event), { capture: true }),
      () => this.leave(),
    ];
  }

  private leave(): void {
    this.onPage?.leave(this);
    this.stopClock();
    this.resize.disconnect();
    clearTimeout(this.resting);
    this.stage?.dispose();
    this.stage = null;
    this.loading = null;
    this.cell = 0;
  }

  /** Follows another cursor if the page provides one. */
  private followClock(): void {
    const { cursor } = this;
    this.stopClock();
    this.stopClock = watch(
      () => [cursor.start, cursor.end, cursor.time, cursor.hover, cursor.playing],
      () => this.showTime(),
    );
  }

  protected override willUpdate(changes: PropertyValues): void {
    if (changes.has('cursor')) this.followClock();
    const { recording, shown } = this;
    if (recording === (shown?.recording ?? null)) return;
    const known = recording && recording.model === shown?.recording.model;
    this.shown = recording && { recording, description: known ? shown.description : describeScene(recording.model) };
    if (recording && !known && !this.stage?.started) this.view = this.start?.view ?? (this.description?.camera.follow ? 'follow' : 'orbit');
  }

  private get description(): SceneDescription | null {
    return this.shown?.description ?? null;
  }

  protected override render() {
    const { arrows = [] } = this.description ?? {};
    const loads = loadLegend(this.description?.loads ?? []);
    const { contours, bands } = (!this.failure && this.description) || { contours: [], bands: [] };
    return html`
      <div class="scene" role="group" aria-label=${common.scene()} style=${this.description?.background ? `background:${this.description.background}` : nothing}>
        <canvas
          tabindex="0"
          role="img"
          aria-describedby="scene-state"
          aria-label=${msg('The mechanism in three dimensions. Arrow keys turn the camera, plus and minus zoom, 0 shows everything, and B steps through the bodies.')}
          ?hidden=${this.failure !== null}
          @keydown=${this.onKey}
          @focus=${() => this.stage?.camera.enableWheel(true)}
          @blur=${() => this.stage?.camera.enableWheel(false)}
        ></canvas>
        <p class="hidden" role="status" id="scene-state"></p>
        ${this.hinted ? html`<p class="scene-hint" role="status">${msg('Swipe sideways to turn the view. Two fingers move and zoom it.')}</p>` : nothing}
        ${
          this.failure || this.emptyMessage
            ? html`<p class="scene-trouble" role="status">${this.failure?.() || this.emptyMessage}</p>`
            : html`<p class="scene-waiting" aria-hidden="true">${common.loading()}</p>`
        }
        ${
          this.failure || this.emptyMessage
            ? nothing
            : html`<div class="scene-views">
                <div class="segmented" role="group" aria-label=${common.camera()}>
                  ${views().map(
                    ({ view, label, title }) =>
                      html`<button type="button" title=${title} aria-pressed=${this.view === view && (view === 'follow' || !this.turned)} @click=${() => this.setView(view)}>${label}</button>`,
                  )}
                </div>
                <div class="segmented">
                  <button type="button" title=${msg('Symbols of joints, supports and loads')} aria-pressed=${this.symbolic} @click=${this.toggleSymbols}>${msg('Symbols')}</button>
                </div>
              </div>`
        }
        ${
          this.cell > 0 && this.description?.ground
            ? html`<div class="scene-scale" title=${msg('Distance of the grid lines')}><span class="grid-cell" aria-hidden="true"></span>${this.cellText()}</div>`
            : nothing
        }
        ${
          arrows.length + loads.length + contours.length + bands.length > 0
            ? html`<ul class="scene-legend">
                ${contours.length > 0 && this.range ? html`<li>${richLabel(contours[0].label)} ${colorBar(colorScale(this.range, theme.dark), contours[0].unit)}</li>` : nothing}
                ${bands.length > 0 ? html`<li>${msg(html`contact force: <i class="band-mark" style=${`background:${bandColors.stick}`}></i> sticks <i class="band-mark" style=${`background:${bandColors.slip}`}></i> slips`)}</li>` : nothing}
                ${arrows.map(({ color, label }, i) => html`<li>${arrowMark(color)} ${richLabel(label)} <output aria-live="off" data-arrow=${i}></output></li>`)}
                ${loads.map(({ color, text }) => html`<li>${arrowMark(color)} ${text}</li>`)}
              </ul>`
            : nothing
        }
      </div>
    `;
  }

  protected override updated(changes: PropertyValues): void {
    this.resize.observe(this.canvas);
    this.loading ??= this.load(); // load while the model runs
    void this.stage?.showSymbols(this.symbolic);
    if (!this.shown || !changes.has('recording')) return;
    void this.loading.then(() => this.showRecording());
    this.showTime();
  }

  get picture(): Picker | null {
    return this.stage?.started && !this.failure ? this.stage.picker : null;
  }

  get waiting(): boolean {
    return !this.failure && !this.emptyMessage && !this.hasAttribute('data-drawn');
  }

  get shot(): CameraShot | null {
    return this.stage?.camera.shot ?? null;
  }

  look(shot: CameraShot): void {
    this.view = shot.view;
    this.stage?.camera.takeShot(shot);
  }

  draft(paper: Paper | null): void {
    const changes = (this.paper === null) !== (paper === null);
    this.paper = paper;
    if (changes) this.requestUpdate();
    void this.stage?.draft(paper).then(() => {
      this.cell = this.stage?.cell ?? 0;
    });
  }

  showForces(forces: Forces | null): void {
    this.forces = forces;
    this.stage?.showForces(forces);
  }

  private get symbolic(): boolean {
    return this.symbols ?? (this.paper !== null || this.symbolsFirst);
  }

  private readonly toggleSymbols = () => {
    this.symbols = !this.symbolic;
    attempt(() => localStorage.setItem(symbolsKey, JSON.stringify(this.symbols)), undefined);
  };

  get drawn(): HTMLCanvasElement | null {
    return this.failure ? null : this.canvas;
  }

  /** Prepares pictures of the scene in this size and style; null if nothing can be drawn. */
  pictures(width: number, height: number, style: SceneStyle = sceneAsSeen): Recorder | null {
    const { stage, shown } = this;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext('2d');
    if (!stage?.started || !shown || !context || this.failure) return null;
    const { ground, grid, captioned } = style;
    const inColors = <T>(draw: () => T): T => (ground === 'page' ? draw() : theme.light(draw));
    const surroundings = {
      background: { page: shown.description.background ?? token('--panel'), white: '#ffffff', transparent: null }[ground],
      caption: (time: number) => (captioned ? this.caption(time, grid) : null),
    };
    inColors(() => this.setColors());
    stage.showGrid(grid);
    const end = () => {
      if (this.stage !== stage) return; // the page shows another scene now
      this.setColors();
      stage.showGrid(true);
      stage.showTime(this.cursor.time);
      stage.setFormat(null);
    };
    return new Recorder(stage, this.canvas, context, surroundings, inColors, end);
  }

  private caption(time: number, grid: boolean): Caption {
    const [contour] = this.description?.contours ?? [];
    const scale = contour && this.range ? colorScale(this.range, theme.seenDark) : null;
    const unit = displayUnit(contour?.unit ?? '', scale ? Math.max(Math.abs(scale.low), Math.abs(scale.high)) : 0);
    const end = (value: number) => formatNumber(value * unit.factor, 3);
    const values = this.arrowValues(time);
    const span = this.cursor.end - this.cursor.start;
    return {
      time: withUnit(formatFixed(time, decimalsFor(span)), 's'),
      cell: grid && this.cell > 0 && this.description?.ground ? this.cellText() : '',
      arrows: (this.description?.arrows ?? []).map(({ label, color }, i) => ({ label: plainLabel(label), color, value: values[i] })),
      contour: scale && { label: plainLabel(contour.label), scale, low: end(scale.low), high: withUnit(end(scale.high), unit.text) },
      bands: (this.description?.bands.length ?? 0) > 0,
    };
  }

  /** The message if there is nothing to draw. */
  private get emptyMessage(): string {
    return this.description && showsNothing(this.description) ? msg('This model has nothing to draw.') : '';
  }

  /** A pointer may move over the view before it is first rendered. */
  private handle(event: PointerEvent): void {
    const canvas = this.querySelector('canvas');
    if (event.type === 'pointerdown') this.hinted = false;
    if (event.type === 'pointercancel' && event.pointerType === 'touch' && event.target === canvas) this.explainTurning();
    if (canvas) this.onPage?.pointers.handle(event, canvas);
  }

  /** Explains once in this browser how a finger turns the view. */
  private explainTurning(): void {
    if (attempt(() => localStorage.getItem(turningKey), null) !== null) return;
    attempt(() => localStorage.setItem(turningKey, 'known'), undefined);
    this.hinted = true;
  }

  private get canvas(): HTMLCanvasElement {
    return this.querySelector('canvas')!;
  }

  private async load(): Promise<void> {
    const { Stage } = await load(() => import('./stage'));
    await nextTask();
    if (!this.isConnected) return;
    const context = this.canvas.getContext('webgl2', { alpha: true, antialias: !isSoftware(), preserveDrawingBuffer: true });
    if (!context) {
      this.failure = () => msg('This browser cannot show 3D here (WebGL is off or missing). Everything else works.');
      return;
    }
    await nextTask();
    if (!this.isConnected) return;
    const stage = new Stage(this.canvas, context, matchMedia('(prefers-reduced-motion: reduce)').matches, this.start);
    stage.onDraw = (time) => {
      this.setAttribute('data-time', String(time));
      this.setAttribute('data-drawn', 'true');
      this.turned = stage.camera.turned;
      this.dispatchEvent(new Event('drawn'));
    };
    stage.onContextLost = () => {
      this.failure = () =>
        msg('The graphics card stopped drawing; the picture comes back when it recovers. Everything else keeps working.');
    };
    stage.onContextRestored = () => {
      this.failure = null;
    };
    this.stage = stage;
    if (this.paper) void stage.draft(this.paper);
    stage.showForces(this.forces);
    void stage.showSymbols(this.symbolic);
    this.setColors();
    this.fit();
    this.showTime();
  }

  private async showRecording(): Promise<void> {
    const { stage, shown } = this;
    if (!stage || !shown) return;
    await stage.show(shown.description, shown.recording);
    this.cell = stage.cell;
    this.range = stage.range;
  }

  private showTime(): void {
    this.stage?.showTime(this.cursor.time);
    this.showValues();
    clearTimeout(this.resting);
    if (!this.cursor.playing) this.resting = setTimeout(() => this.announceState(), restTime);
  }

  /** Shows numbers beside the arrows. */
  private showValues(): void {
    const values = this.arrowValues(this.cursor.shown);
    this.querySelectorAll<HTMLOutputElement>('output[data-arrow]').forEach((output, i) => {
      if (i < values.length) output.value = values[i];
    });
  }

  private arrowValues(time: number): string[] {
    if (!this.shown) return [];
    const { recording, description } = this.shown;
    const place = placeOf(recording.history.time, time);
    return description.arrows.map((arrow) => {
      const size = arrowSize(recording, arrow, place);
      const unit = displayUnit(arrow.unit, size);
      return withUnit(formatFixed(size * unit.factor, decimalsFor(size * unit.factor) - 1), unit.text);
    });
  }

  /** Describes the picture to screen readers when the time stops changing. */
  private announceState(): void {
    const state = this.querySelector('#scene-state');
    if (state && this.shown) state.textContent = short(stateText(this.shown.description, this.shown.recording, this.cursor.time));
  }

  private setColors(): void {
    this.stage?.setColors({ dark: theme.seenDark, grid: token('--grid'), trail: token('--accent') });
  }

  private fit(): void {
    this.stage?.resize(this.canvas.clientWidth, this.canvas.clientHeight);
  }

  private setView(view: CameraView): void {
    this.view = view;
    this.stage?.camera.setView(view);
  }

  private cellText(): string {
    const unit = displayUnit('m', this.cell);
    return withUnit(formatNumber(this.cell * unit.factor), unit.text);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const angle = 0.12;
    const camera = this.stage?.camera;
    if (!camera || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => camera.orbit(-angle, 0),
      ArrowRight: () => camera.orbit(angle, 0),
      ArrowUp: () => camera.orbit(0, angle),
      ArrowDown: () => camera.orbit(0, -angle),
      '+': () => camera.zoom(1.15),
      '=': () => camera.zoom(1.15),
      '-': () => camera.zoom(1 / 1.15),
      '0': () => this.setView(this.view),
      ' ': () => this.cursor.toggle(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function arrowMark(color: string) {
  return html`<svg class="arrow-mark" viewBox="0 0 20 8" style=${`fill:${color}`} aria-hidden="true"><path d="M0 3h12V0l8 4-8 4V5H0z" /></svg>`;
}

function givenText(kind: 'force' | 'torque', several: boolean): string {
  if (kind === 'force') return several ? msg('given forces') : msg('given force');
  return several ? msg('given torques') : msg('given torque');
}

/** Legend entries for given forces and given torques, with their size if all are equal. */
function loadLegend(loads: SceneDescription['loads']): { color: string; text: string }[] {
  return (['force', 'torque'] as const).flatMap((kind) => {
    const own = loads.filter((load) => load.kind === kind);
    if (own.length === 0) return [];
    const sizes = own.map(({ vector }) => Math.hypot(...vector));
    const unit = displayUnit(kind === 'force' ? 'N' : 'N·m', sizes[0]);
    const same = sizes.every((size) => Math.abs(size - sizes[0]) < 1e-9 * sizes[0]);
    const size = same ? ` ${withUnit(formatNumber(sizes[0] * unit.factor, 4), unit.text)}` : '';
    return [{ color: own[0].color, text: givenText(kind, own.length > 1) + size }];
  });
}
