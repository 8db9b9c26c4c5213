import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Vector3 } from 'three';
import { renderMessage } from '../engine';
import { decimalsFor, displayUnit, formatFixed, withoutNoise } from '../format/quantity';
import { common } from '../format/texts';
import type { FreeBodyLook } from '../state/linked-view';
import { type EndedRun, MeasuredRun, type Sensor } from '../state/measured-run';
import { watch } from '../state/observable';
import type { Recording } from '../state/recording';
import { type Asking, askingContext } from '../ui/asking';
import { html } from '../ui/html';
import { SessionView } from '../ui/session';
import { token } from '../ui/theme';
import { noFreeBody } from './about-body';
import { type Acting, actingOn, diagramAt, freeBodySensors, largestOf, largestSize, sensorsOfItem, turnOf } from './free-body';
import { type SceneOnPage, sceneContext } from './on-page';
import { questionOf } from './question';
import './free-body.css';

type Quantity = FreeBodyLook['quantity'];
const unitOf = { force: 'N', torque: 'N·m' };
const axes = ['x', 'y', 'z'];
const smallScene = 560; // px, as in free-body.css
const colors = 6; // of curves in the style sheet

/** The free-body diagram of a body: all forces as arrows in the 3D view, and a table at the time shown. */
@customElement('slip-free-body')
export class FreeBodyView extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  /** Its name. */
  @property() body = '';
  /** The name of the only item to show, as a reaction; "": all, with their sum. */
  @property() only = '';
  /** The quantity of that item shown first. */
  @property() first: Quantity = 'force';
  /** The look of a reaction, which is not part of the view. */
  @state() private own: FreeBodyLook | null = null;
  /** On a small picture only the names of the items are shown first. */
  @state() private open = true;
  @consume({ context: askingContext }) asking!: Asking;
  @state() private asked = false;
  /** The item at whose point torques are taken; null: the node of the body. */
  @state() private about: number | null = null;
  private readonly run = new MeasuredRun(() => this.session.runner.prepare());
  private acting: Acting[] = [];

  protected override whileInPage() {
    const { session, run, scene } = this;
    if (this.only) this.own = { body: this.body, quantity: this.first, axes: 'global' };
    this.open = this.only !== '' || (scene.element?.clientWidth ?? 0) > smallScene;
    return [
      run.follow(session, (ended) => this.sensorsOf(ended)),
      watch(
        () => [run.recording, this.quantity],
        () => this.draw(),
      ),
      () => this.scene.element?.showForces(null),
    ];
  }

  /** Why the body has no free-body diagram, or "". */
  private get refusal(): string {
    const { recording } = this.session.runner;
    return recording ? noFreeBody(recording.model, this.body) : '';
  }

  private sensorsOf({ document, recording }: EndedRun): Sensor[] | null {
    const body = recording.model.objects.findIndex(({ name }) => name === this.body);
    if (body < 0 || this.refusal) return null;
    const { events } = document;
    const all = actingOn(recording.model, body, Array.isArray(events) && events.length > 0);
    this.acting = this.only ? all.filter(({ kind, name }) => kind === 'connector' && name === this.only) : all;
    return freeBodySensors(this.body || body, this.acting);
  }

  private get looks(): FreeBodyLook | null {
    return this.own ?? this.session.view.freeBody;
  }

  private get quantity(): Quantity {
    return this.looks?.quantity ?? 'force';
  }

  private get inBody(): boolean {
    return this.looks?.axes === 'body';
  }

  protected override updated(changes: PropertyValues): void {
    if (changes.has('own') && this.own) this.draw();
  }

  private draw(): void {
    const { run, acting, quantity } = this;
    const { recording, names } = run;
    const unit = unitOf[quantity];
    const arrows = acting.map((_, i) => {
      // Torques are about the node, where the inertia, the last item, has its place.
      const at = sensorsOfItem(names, quantity === 'force' ? i : acting.length).place;
      const vector = sensorsOfItem(names, i)[quantity];
      return { label: this.nameOf(i), at, vector, frame: null, components: [0, 1, 2], color: token(colorOf(i)), unit };
    });
    this.scene.element?.showForces(recording && { recording, kind: quantity, arrows });
  }

  private nameOf(item: number): string {
    const { kind, name } = this.acting[item];
    return kind === 'hands' ? msg('hands') : name;
  }

  protected override render() {
    const { run } = this;
    if (this.refusal) return note(this.refusal);
    if (run.running && !run.recording) return note(msg('The model runs once more to measure the forces …'));
    if (!run.recording)
      return note(run.problem ? renderMessage(run.problem) : msg('The run has no samples, so there are no forces to show.'));
    if (this.acting.length === 0) return note(msg('Nothing acts on this body.'));
    return html`${run.problem ? note(renderMessage(run.problem)) : nothing}${this.renderTable(run.recording)}`;
  }

  private renderTable(recording: Recording) {
    const { run, quantity, inBody } = this;
    const time = this.session.cursor.shown;
    const number = recording.model.objects.findIndex(({ name }) => name === this.body);
    const turn = turnOf(recording, number, time);
    const diagram = diagramAt(recording, run.names, quantity, time, inBody ? turn : null, this.about);
    const largest = largestOf(recording, run.names, quantity);
    const unit = displayUnit(unitOf[quantity], largest);
    const decimals = decimalsFor(largest * unit.factor);
    const cells = (vector: Vector3) =>
      [...vector, vector.length()].map(
        (value) => html`<td class="number">${formatFixed(withoutNoise(value, largest) * unit.factor, decimals)}</td>`,
      );
    const [change, magnitude] = quantity === 'force' ? ['m a', '|F|'] : ['dL/dt', '|M|'];
    return html`
      <div class="free-body-choices">
        ${this.renderChoice([
          [common.forces(), quantity === 'force', () => this.look({ quantity: 'force' })],
          [msg('Torques'), quantity === 'torque', () => this.look({ quantity: 'torque' })],
        ])}
      </div>
      <details class="free-body-numbers" ?open=${this.open} @toggle=${this.onToggle}>
        <summary>${this.open ? msg('Components') : this.acting.map((_, i) => html`<span>${this.mark(i)}${this.nameOf(i)}</span>`)}</summary>
        ${
          turn
            ? this.renderChoice([
                [msg('Global axes'), !inBody, () => this.look({ axes: 'global' })],
                [msg('Axes of the body'), inBody, () => this.look({ axes: 'body' })],
              ])
            : nothing
        }
        <table class="free-body" data-state=${run.running ? 'running' : 'done'}>
          <caption class="hidden">${quantity === 'force' ? msg(str`Forces on ${this.body}`) : msg(str`Torques on ${this.body}`)}</caption>
          <thead><tr>
            <th scope="col">${unit.text}</th>
            ${[...axes, magnitude].map((column) => html`<th scope="col" class="number">${column}</th>`)}
          </tr></thead>
          <tbody>${diagram.parts.map((part, i) => html`<tr><th scope="row">${this.mark(i)}${this.nameOf(i)} ${this.renderAsk(i)}</th>${cells(part)}</tr>`)}</tbody>
          ${
            this.only
              ? nothing
              : html`<tfoot>
            <tr><th scope="row">${common.sum()}</th>${cells(diagram.sum)}</tr>
            <tr><th scope="row"><i>${change}</i></th>${cells(diagram.inertia)}</tr>
            <tr class="quiet"><th scope="row">${msg('Difference')}</th>${cells(diagram.difference)}</tr>
          </tfoot>`
          }
        </table>
        ${this.asked ? note(common.questionAdded()) : nothing}
        ${quantity === 'torque' ? this.renderAbout() : nothing}
      </details>
    `;
  }

  private renderAbout() {
    const choose = ({ target }: Event) => {
      const { value } = target as HTMLSelectElement;
      this.about = value === '' ? null : Number(value);
    };
    return html`<p class="quiet free-body-note">
      <label>${msg('Torques, with the moments of the forces, about')}
        <select @change=${choose}>
          <option value="" ?selected=${this.about === null}>${msg('the node of the body')}</option>
          ${this.acting.map((_, i) => html`<option value=${i} ?selected=${this.about === i}>${msg(str`the point of ${this.nameOf(i)}`)}</option>`)}
        </select>
      </label>
    </p>`;
  }

  private renderAsk(item: number) {
    if (!this.asking.isPossible) return nothing;
    const label = `${common.askInTask()}: ${this.nameOf(item)}`;
    return html`<button type="button" class="icon-button free-body-ask" title=${common.askInTask()} aria-label=${label} @click=${() => this.ask(item)}>?</button>`;
  }

  private async ask(item: number): Promise<void> {
    const { acting, quantity, run } = this;
    if (!run.recording) return;
    await this.asking.ask(
      questionOf(this.body, acting[item], quantity, largestSize(run.recording, sensorsOfItem(run.names, item)[quantity])),
    );
    this.asked = true;
  }

  private mark(item: number) {
    return html`<i class="free-body-mark" style=${`background:var(${colorOf(item)})`}></i>`;
  }

  private readonly onToggle = ({ target }: Event) => {
    this.open = (target as HTMLDetailsElement).open;
  };

  private renderChoice(choices: [label: string, chosen: boolean, choose: () => void][]) {
    return html`<div class="segmented" role="group">
      ${choices.map(([label, chosen, choose]) => html`<button type="button" aria-pressed=${chosen} @click=${choose}>${label}</button>`)}
    </div>`;
  }

  private look(change: Partial<FreeBodyLook>): void {
    const { view } = this.session;
    if (this.own) this.own = { ...this.own, ...change };
    else if (view.freeBody) view.showFreeBody({ ...view.freeBody, ...change });
  }
}

const colorOf = (item: number) => `--curve-${item % colors}`;
const note = (text: unknown) => html`<p class="quiet free-body-note" role="status">${text}</p>`;
