import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { InputInfo } from '../../../wasm/engine/types';
import { formatFixed, niceBelow, withUnit } from '../format/quantity';
import { inputSensor } from '../state/hand-events';
import { watch } from '../state/observable';
import { sensorColumn } from '../state/recording';
import { html } from '../ui/html';
import { plainLabel, richLabel } from '../ui/label';
import { listen } from '../ui/listen';
import { SessionView } from '../ui/session';
import type { Hands } from './hands';
import { type HandsOn, handsContext } from './hands-on';
import { keyText, speedOf, targetOfKey, valueOnRelease } from './inputs';
import './inputs-panel.css';

const slideEvery = 120; // ms between two values sent by a moving slider
const showEvery = 100; // ms

/** Sliders and keys for the inputs of the model during a live run. Keys work unless the focused element needs them. */
@customElement('slip-inputs')
export class InputsPanel extends SessionView {
  @consume({ context: handsContext }) handsOn!: HandsOn;
  private stops: (() => void)[] = [];
  /** Held keys with their inputs, including keys on the screen. */
  private readonly down = new Map<string, string>();
  /** Values of sliders that are being moved, until they are released. */
  private readonly sliding = new Map<string, { value: number; posted: number; at: number }>();
  private shownAt = 0;

  protected override whileInPage() {
    return [
      watch(
        () => this.handsOn.hands,
        (hands) => this.begin(hands),
      ),
      () => this.end(),
    ];
  }

  protected override render() {
    const { hands } = this.handsOn;
    const { inputs } = this;
    if (!hands || inputs.length === 0) return nothing;
    return html`<div class="inputs" role="group" aria-label=${msg('Inputs')}>${inputs.map((input) => this.renderInput(input))}${this.renderSpeed()}</div>`;
  }

  private renderSpeed() {
    const { model, recording } = this.session.runner;
    const speed = model && speedOf(model);
    const value = speed && recording?.live ? sensorColumn(recording, speed.sensor, speed.component)?.at(-1) : undefined;
    if (!speed || value === undefined) return nothing;
    return html`<p class="input"><span class="quiet">${richLabel(speed.name)}</span><output aria-live="off">${withUnit(formatFixed(value * speed.scale, 2), 'm/s')}</output></p>`;
  }

  private get inputs(): readonly InputInfo[] {
    return this.session.runner.model?.inputs.filter(({ sensor }) => sensor === undefined) ?? [];
  }

  private renderInput(input: InputInfo) {
    const id = `input-${input.name}`;
    const [low, high] = rangeOf(input);
    const value = this.sliding.get(input.name)?.value ?? this.now(input);
    const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high), 1e-9))));
    const text = withUnit(formatFixed(value, decimals), input.unit);
    return html`
      <div class="input" data-input=${input.name}>
        <label for=${id}>${richLabel(input.label || input.name)}</label>
        <output aria-live="off" for=${id}>${text}</output>
        <div class="input-row">
          ${input.keys.length === 2 ? this.renderKey(input, 1) : nothing}
          <input
            id=${id}
            type="range"
            min=${low}
            max=${high}
            step=${niceBelow((high - low) / 100)}
            style=${`--fill:${(100 * (value - low)) / (high - low)}%`}
            .value=${String(value)}
            aria-valuetext=${text}
            @input=${(event: Event) => this.onSlide(input, Number((event.target as HTMLInputElement).value), false)}
            @change=${(event: Event) => this.onSlide(input, Number((event.target as HTMLInputElement).value), true)}
          />
          ${input.keys.length === 2 ? this.renderKey(input, 0) : nothing}
        </div>
      </div>
    `;
  }

  /** A key as a button: pressed while a finger, the mouse or the space bar holds it. */
  private renderKey(input: InputInfo, index: 0 | 1) {
    const key = input.keys[index];
    const press = (event: Event) => {
      event.preventDefault();
      this.press(input, key);
    };
    const lift = () => this.lift(key);
    const label = plainLabel(input.label || input.name);
    const isPress = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
    return html`<button
      type="button"
      class="key"
      data-down=${this.down.has(key)}
      aria-label=${index === 0 ? msg(str`${label} up, key ${key}`) : msg(str`${label} down, key ${key}`)}
      @pointerdown=${(event: PointerEvent) => {
        (event.target as Element).setPointerCapture(event.pointerId);
        press(event);
      }}
      @pointerup=${lift}
      @pointercancel=${lift}
      @contextmenu=${(event: Event) => event.preventDefault()}
      @keydown=${(event: KeyboardEvent) => isPress(event) && press(event)}
      @keyup=${(event: KeyboardEvent) => isPress(event) && lift()}
      @blur=${lift}
    >${keyText(key)}</button>`;
  }

  private begin(hands: Hands | null): void {
    this.end();
    if (!hands || this.inputs.length === 0) return;
    const { live } = hands;
    const capture = { capture: true };
    this.stops = [
      listen(window, 'keydown', this.onKeyDown, capture),
      listen(window, 'keyup', this.onKeyUp, capture),
      listen(window, 'blur', this.liftAll, capture),
      watch(
        () => live.time,
        () => this.onLive(),
      ),
    ];
  }

  private end(): void {
    for (const stop of this.stops.splice(0)) stop();
    this.down.clear();
    this.sliding.clear();
  }

  private onLive(): void {
    const now = performance.now();
    for (const [name, slide] of this.sliding)
      if (slide.value !== slide.posted && now - slide.at >= slideEvery) this.postSlide(name, slide, false);
    if (now - this.shownAt < showEvery) return;
    this.shownAt = now;
    this.requestUpdate();
  }

  /** The current value in the run. */
  private now({ name, value }: InputInfo): number {
    const { hands, runner } = this.session;
    const sensor = hands.document && inputSensor(hands.document, name);
    const column = sensor && runner.recording?.live ? sensorColumn(runner.recording, sensor, 0) : null;
    return column?.at(-1) ?? value;
  }

  private onSlide(input: InputInfo, value: number, settled: boolean): void {
    const now = performance.now();
    const known = this.sliding.get(input.name);
    const slide = known ?? { value, posted: Number.NaN, at: Number.NEGATIVE_INFINITY };
    slide.value = value;
    this.sliding.set(input.name, slide);
    if (slide.value !== slide.posted && (settled || now - slide.at >= slideEvery)) this.postSlide(input.name, slide, known === undefined);
    if (settled) this.sliding.delete(input.name);
  }

  private postSlide(name: string, slide: { value: number; posted: number; at: number }, undoable: boolean): void {
    slide.posted = slide.value;
    slide.at = performance.now();
    this.handsOn.hands?.setInput(name, slide.value, undefined, undoable);
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || needsKeys(event)) return;
    for (const input of this.inputs) {
      const key = input.keys.find((each) => isKey(each, event));
      if (key === undefined) continue;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) this.press(input, key);
    }
  };

  private readonly onKeyUp = (event: KeyboardEvent) => {
    for (const key of [...this.down.keys()]) if (isKey(key, event)) this.lift(key);
  };

  private press(input: InputInfo, key: string): void {
    const { hands } = this.handsOn;
    if (!hands?.live.takenOver || this.down.has(key)) return;
    this.down.set(key, input.name);
    const { value, rate } = targetOfKey(input, key);
    hands.setInput(input.name, value, rate);
    this.requestUpdate();
  }

  private lift(key: string): void {
    const name = this.down.get(key);
    const input = this.inputs.find((each) => each.name === name);
    this.down.delete(key);
    const { hands } = this.handsOn;
    if (!input || !hands) return;
    const other = input.keys.find((each) => this.down.has(each));
    const next = other === undefined ? valueOnRelease(input, this.now(input)) : targetOfKey(input, other);
    if (next) hands.setInput(input.name, next.value, next.rate, false);
    this.requestUpdate();
  }

  private readonly liftAll = () => {
    for (const key of [...this.down.keys()]) this.lift(key);
  };
}

function rangeOf({ value, min, max }: InputInfo): [number, number] {
  const size = Math.abs(value) || 1;
  const low = min ?? Math.min(-2 * size, max === undefined ? 0 : max - 4 * size);
  return [low, max ?? Math.max(low, 0) + 2 * size];
}

/** Whether it is the key named in a document; letters match in either case. */
function isKey(name: string, { key }: KeyboardEvent): boolean {
  return name.toLowerCase() === key.toLowerCase();
}

/** Whether the focused element uses keys itself. */
function needsKeys({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], .hands-choices, [role=tab]') !== null;
}
