import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { messageText } from '../engine';
import { common } from '../format/texts';
import {
  isFixed,
  type ParameterControl,
  parameterControl,
  parameterText,
  parameterTextWithUnit,
  readTyped,
  seenParameters,
  tidy,
} from '../state/parameters';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { plainLabel, richLabel } from '../ui/label';
import { SessionView } from '../ui/session';
import { undoSwipe } from '../ui/swipe';
import './parameter-panel.css';

/** A slider, a number and a unit for each parameter of the model. */
@customElement('slip-parameters')
export class ParameterPanel extends SessionView {
  /** Whether there is a tab for studies. */
  @property({ attribute: false }) studies = false;
  /** Writes the values into the model; null: the model cannot be edited in this view. */
  @property({ attribute: false }) useAsStart: (() => void) | null = null;
  /** The last typed text that could not be read, and why. */
  @state() private unparsed: { name: string; text: string; why: string } | null = null;
  /** The parameter whose description is open, or "". */
  @state() private explained = '';
  /** Texts that the engine is still reading, by parameter; an answer is discarded if the parameter was set meanwhile. */
  private readonly reading = new Map<string, string>();

  protected override render() {
    const { session } = this;
    const { model } = session.runner;
    void session.view.aim; // `updated` goes there
    const parameters = model ? seenParameters(model) : [];
    if (!model || parameters.length === 0) return nothing;
    const changed = Object.keys(session.parameters.values).length > 0;
    return html`
      ${this.renderPresets()}
      <div class="parameters" role="group" aria-label=${common.parameters()}>
        ${parameters.map((info) => {
          const control = parameterControl(info);
          const issue = session.parameters.error(info.name);
          const error = this.unparsed?.name === info.name ? this.unparsed.why : issue ? messageText(issue).text : '';
          return this.renderControl(control, session.parameters.value(info.name) ?? control.value, error, isFixed(model, info.name));
        })}
      </div>
      <div class="parameter-acts">
        <button type="button" class="text-button reset" ?disabled=${!changed && !this.unparsed} @click=${this.reset}>${msg('Reset all')}</button>
        ${
          this.useAsStart
            ? html`<button type="button" class="text-button" title=${msg('Writes these values into your version of the model')} ?disabled=${!changed} @click=${this.useAsStart}>${msg('Use as start values')}</button>`
            : nothing
        }
      </div>
    `;
  }

  /** Focuses the control of a requested parameter. */
  protected override updated(): void {
    const { view } = this.session;
    const { aim } = view;
    if (aim?.at !== 'parameter') return;
    const control = [...this.querySelectorAll<HTMLElement>('.parameter')].find(({ dataset }) => dataset.parameter === aim.name);
    control?.querySelector<HTMLElement>('input, button, select')?.focus();
    view.arrive();
  }

  private renderPresets() {
    const { session } = this;
    const presets = session.runner.model?.display.presets ?? [];
    if (presets.length === 0) return nothing;
    return html`<div class="presets segmented" role="group" aria-label=${msg('Presets')}>
      ${presets.map(({ label, title, values }) => {
        const set = Object.entries(values).every(([name, value]) => session.parameters.value(name) === value);
        return html`<button type="button" title=${title} aria-pressed=${set} lang=${session.languageOf(label) || nothing} @click=${() => this.take(values)}>${label}</button>`;
      })}
    </div>`;
  }

  private renderControl(control: ParameterControl, value: number, error: string, fixed: boolean) {
    if (fixed)
      return html`<div class="parameter fixed" data-parameter=${control.name}>
        ${this.renderName(control, false)}<strong>${parameterTextWithUnit(control, value)}</strong>
        ${this.renderAbout(control, false)}
      </div>`;
    const id = `parameter-${control.name}`;
    const errorId = `${id}-error`;
    return html`
      <div class="parameter ${error ? 'wrong' : ''}" data-parameter=${control.name}>
        <span class="parameter-name">${this.renderName(control, true)}${this.renderVary(control)}</span>
        ${control.choices.length > 0 ? this.renderChoices(control, id, value) : this.renderSlider(control, id, errorId, value, error)}
        ${error ? html`<p class="parameter-error" id=${errorId} role="alert">${error}</p>` : nothing}
        ${this.renderAbout(control, true)}
      </div>
    `;
  }

  /** The name, with buttons that open the description and restore the default. */
  private renderName({ name, label, description }: ParameterControl, changes: boolean) {
    const text = richLabel(label);
    if (!description && !changes) return html`<span class="parameter-label">${text}</span>`;
    const open = () => {
      this.explained = this.explained === name ? '' : name;
    };
    return html`<button
      type="button"
      class="parameter-label"
      id=${`parameter-${name}-name`}
      title=${description || msg('Default value')}
      aria-expanded=${this.explained === name}
      aria-controls=${`parameter-${name}-about`}
      @click=${open}
    >${text}</button>`;
  }

  private renderAbout(control: ParameterControl, changes: boolean) {
    const { name, description, defaultValue } = control;
    if (!description && !changes) return nothing;
    const reset = () => {
      this.set(control, defaultValue, true);
      this.querySelector<HTMLElement>(`[id="${CSS.escape(`parameter-${name}-name`)}"]`)?.focus();
    };
    return html`<div class="parameter-about" id=${`parameter-${name}-about`} ?hidden=${this.explained !== name}>
      ${description ? html`<p id=${`parameter-${name}-description`} lang=${this.session.languageOf(description) || nothing}>${description}</p>` : nothing}
      ${changes ? html`<button type="button" class="text-button" @click=${reset}>${msg(str`Reset to ${parameterTextWithUnit(control, defaultValue)}`)}</button>` : nothing}
    </div>`;
  }

  private renderVary({ name, label }: ParameterControl) {
    if (!this.studies) return nothing;
    const vary = () => this.session.view.goTo({ at: 'study', name });
    const said = msg(str`What if I vary this? Study of ${plainLabel(label)}`);
    return html`<button type="button" class="vary-button" title=${said} aria-label=${said} @click=${vary}>${icons.study}</button>`;
  }

  private renderSlider(control: ParameterControl, id: string, errorId: string, value: number, error: string) {
    const text = parameterText(control, value);
    const share = Math.min(1, Math.max(0, (value - control.min) / (control.max - control.min)));
    const reset = () => this.set(control, control.defaultValue, true);
    const description = control.description ? `parameter-${control.name}-description` : nothing;
    return html`
      <span class="typed">
        <input
          type="text"
          inputmode="decimal"
          autocomplete="off"
          spellcheck="false"
          style=${`--length:${Math.max(3, text.length)}`}
          aria-label=${msg(str`${plainLabel(control.label)}, number`)}
          aria-invalid=${error !== ''}
          aria-describedby=${error ? errorId : description}
          .value=${this.unparsed?.name === control.name ? this.unparsed.text : text}
          @change=${(event: Event) => void this.onTyped(control, event.target as HTMLInputElement)}
          @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
        /><span class="unit quiet">${control.unit.text}</span>
      </span>
      <input
        id=${id}
        type="range"
        min=${control.min}
        max=${control.max}
        step=${control.step}
        style=${`--fill:${100 * share}%`}
        .value=${String(value)}
        aria-labelledby=${`parameter-${control.name}-name`}
        aria-describedby=${description}
        aria-valuetext=${parameterTextWithUnit(control, value)}
        @input=${(event: Event) => this.onSlide(control, event, false)}
        @change=${(event: Event) => this.onSlide(control, event, true)}
        title=${msg(str`Double click: ${parameterTextWithUnit(control, control.defaultValue)}`)}
        @dblclick=${reset}
        @pointerdown=${(event: PointerEvent) => this.onTouch(control, event)}
      />
    `;
  }

  private renderChoices(control: ParameterControl, id: string, value: number) {
    const set = (chosen: number) => this.set(control, chosen, true);
    if (control.choices.length <= 4)
      return html`<span class="segmented" role="group" id=${id} aria-label=${plainLabel(control.label)}>
        ${control.choices.map((choice) => html`<button type="button" aria-pressed=${choice.value === value} @click=${() => set(choice.value)}>${choice.label}</button>`)}
      </span>`;
    return html`<select id=${id} aria-labelledby=${`parameter-${control.name}-name`} @change=${(event: Event) => set(Number((event.target as HTMLSelectElement).value))}>
      ${control.choices.map((choice) => html`<option value=${choice.value} ?selected=${choice.value === value} lang=${this.session.languageOf(choice.label) || nothing}>${choice.label}</option>`)}
    </select>`;
  }

  private readonly reset = () => {
    this.forgetTyped();
    this.session.parameters.reset();
  };

  private take(values: Record<string, number>): void {
    this.forgetTyped();
    this.session.parameters.changeAll(values);
  }

  private forgetTyped(): void {
    this.unparsed = null;
    this.reading.clear();
  }

  private onSlide(control: ParameterControl, event: Event, settled: boolean): void {
    this.set(control, tidy(Number((event.target as HTMLInputElement).value)), settled);
  }

  private onTouch({ name, value }: ParameterControl, event: PointerEvent): void {
    const before = this.session.parameters.value(name) ?? value;
    undoSwipe(event, () => this.session.parameters.change(name, before, true));
  }

  /** Lets the engine read a number in a unit other than the control's, because the engine knows all units. */
  private async onTyped(control: ParameterControl, { value: text }: HTMLInputElement): Promise<void> {
    const plain = readTyped(control, text);
    if (Number.isFinite(plain)) return this.set(control, plain, true);
    this.reading.set(control.name, text);
    const engine = await this.session.runner.prepare();
    const { value, code, problem } = await engine.quantity(text, control.unit.text);
    if (this.reading.get(control.name) !== text) return;
    this.reading.delete(control.name);
    if (value !== null) return this.set(control, tidy(value / control.unit.factor), true);
    this.unparsed = { name: control.name, text, why: code === 'notANumber' ? msg(str`must be a number, got “${text}”`) : problem };
  }

  private set({ name }: ParameterControl, value: number, settled: boolean): void {
    if (this.unparsed?.name === name) this.unparsed = null;
    this.reading.delete(name);
    this.session.parameters.change(name, value, settled);
  }
}
