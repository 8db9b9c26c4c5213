import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { Reference } from '../../../wasm/engine/types';
import { messageText } from '../engine';
import { common } from '../format/texts';
import { connectedBodies, loadReaction, type SceneOnPage, sceneContext } from '../scene';
import type { ModelDocument } from '../state/document';
import { loadReference } from '../state/schema';
import { isMovingBody } from '../state/type-facts';
import { html } from '../ui/html';
import { icons } from '../ui/icons';
import { breakable } from '../ui/label';
import { listen } from '../ui/listen';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';
import { type Axes, isVector, planes, planeThrough, viewOf } from './axes';
import { texts } from './texts';
import './build.css';
import { type Change, Changes } from './changes';
import { type Drawing, drawingOf, type Expanded } from './drawing';
import { decimal, sixDigits } from './field';
import { type Friction, frictionFor, frictionOf, slidingKind, withFriction } from './friction';
import { itemIcon, toolIcon } from './icons';
import { arrowOfForce, forceOf, plotOfBody, plotOfForce, plotOfSensor, taskOfForce } from './measuring';
import { assembledPoses, placed, started } from './move';
import { moveInGroup, oneStop, stopHere } from './one-stop';
import { freshName, freshParameter, type Item, issuesAt, itemAt, itemsOf, lists } from './outline';
import { bodiesFor, tools, usual } from './palette';
import { expandedOf } from './sheet';
import { dot, type Place, plus, withAxis } from './space';
import type { Tool } from './tool';

/** The document as a tree of its items, and a form for the selected item. Every change edits the text and starts a run. */
@customElement('slip-build')
export class Build extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  @state() private reference: Reference | null = null;
  /** The mobility of the mechanism, and the text and sliders to which it applies. */
  @state() private motion: { about: string; message: string } | null = null;
  @state() private frictionProblem = '';
  /** The reaction of the selected item is shown. */
  @state() private reacts = false;
  private shown: string | null = null;

  protected override whileInPage() {
    void load(loadReference).then((reference) => {
      this.reference = reference;
    });
    return [listen(this, 'keydown', this.onKey)];
  }

  private get changes(): Changes {
    return this.session.part(Changes);
  }

  /** Scrolls to an item that was selected elsewhere. */
  protected override updated(): void {
    for (const group of ['.build-bar', '.build-outline']) oneStop(this.querySelector(group));
    const { selected } = this.changes;
    if (selected === this.shown) return;
    this.shown = selected;
    // In one column, scrolling would move the picture out of view.
    if (matchMedia('(min-width: 1100px)').matches)
      this.querySelector('.build-outline [aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  private get document(): ModelDocument {
    return this.session.shownDocument;
  }

  /** The text and the values of its sliders. */
  private get now(): string {
    const { opened, parameters } = this.session;
    return (opened?.text ?? '') + JSON.stringify(parameters.values);
  }

  private get selected(): Item | null {
    return itemAt(this.document, this.changes.selected);
  }

  protected override render() {
    if (!this.reference) return html`<p class="quiet" role="status">${common.loading()}</p>`;
    const { done, undone } = this.changes;
    const { selected } = this;
    return html`
      <div class="build-bar" role="toolbar" aria-label=${texts.build()} @keydown=${moveInGroup} @focusin=${stopHere}>
        <button type="button" class="icon-button" title=${msg('Undo (Ctrl+Z)')} aria-label=${common.undo()} ?disabled=${done === 0} @click=${() => this.changes.undo()}>${icons.undo}</button>
        <button type="button" class="icon-button build-redo" title=${msg('Redo (Ctrl+Shift+Z)')} aria-label=${msg('Redo')} ?disabled=${undone === 0} @click=${() => this.changes.redo()}>${icons.undo}</button>
        ${tools.map(({ title, tools: list }) =>
          this.renderTools(
            title(),
            list.filter((tool) => this.changes.axes.inSpace || !tool.inSpace),
          ),
        )}
        <div class="build-tools" role="group" aria-label=${msg('Mechanism')}>
          <button type="button" class="build-tool" title=${msg('Moves the bodies until all joints close, and reports how they can move')} @click=${() => void this.closeLoops()}>${msg('Close the loops')}</button>
        </div>
        ${this.renderPlane()}
        <slip-photo></slip-photo>
        <div class="build-tools" role="group" aria-label=${msg('Add: For readers')}>
          <button type="button" class="build-tool" title=${msg('A number that formulas name, and that has a slider')} @click=${this.addSlider}>${msg('Slider')}</button>
          <button type="button" class="build-tool" title=${msg('A question with an answer that is checked')} @click=${this.addTask}>${common.task()}</button>
        </div>
      </div>
      <p class="build-motion" role="status">${this.motion?.about === this.now ? this.motion.message : nothing}</p>
      <div class="build-parts">
        <nav class="build-outline" aria-label=${msg('Items of the model')} @keydown=${moveInGroup} @focusin=${stopHere}>${lists.map((list) => this.renderList(list))}</nav>
        <section class="build-form" aria-label=${msg('Selected item')}>${selected ? this.renderForm(selected) : html`<p class="quiet">${msg('Choose an item, or add one.')}</p>`}</section>
      </div>
    `;
  }

  private renderPlane() {
    const { axes, depth } = this.changes;
    const offered = [...planes, ...(planes.includes(axes) ? [] : [axes])];
    const through = this.selected?.list === 'create' ? this.selected.name : '';
    return html`<label class="build-plane">${msg('Plane')}
        <select title=${msg('The plane to draw in')} @change=${this.choosePlane}>
          ${offered.map((plane) => html`<option value=${plane.name} .selected=${plane === axes}>${plane.label()}</option>`)}
          ${through ? html`<option value="through">${texts.partOf(through)}</option>` : nothing}
        </select>
      </label>
      ${
        axes.inSpace
          ? html`<label class="build-plane">${msg('Depth, m')}
              <input type="number" step="any" placeholder=${msg('any')} .value=${depth === null ? '' : String(depth)} title=${msg('Distance of the plane from the origin, towards the viewer, such as for the wheels of one axle. If the field is empty, items that begin at an end or a centre get its depth.')} @change=${this.chooseDepth} />
            </label>`
          : nothing
      }`;
  }

  private renderTools(title: string, list: readonly Tool[]) {
    const { tool: inHand } = this.changes;
    return html`<div class="build-tools" role="group" aria-label=${msg(str`Add: ${title}`)}>
      ${list.map(
        (tool) => html`<button
          type="button"
          class="build-tool"
          title=${tool.hint()}
          aria-pressed=${tool === inHand}
          ?disabled=${tool.on !== 'nothing' && tool.on !== 'path' && bodiesFor(tool, this.document).length === 0}
          @click=${() => this.onTool(tool)}
        >${toolIcon(tool.stem)}${tool.label()}</button>`,
      )}
    </div>`;
  }

  private renderList({ key, title }: (typeof lists)[number]) {
    const items = itemsOf(this.document, key);
    if (items.length === 0) return nothing;
    const { issues, warnings } = this.session.runner;
    return html`<h3>${title()}</h3>
      <ul>
        ${items.map((item) => {
          const wrong = issuesAt([...issues, ...warnings], item.pointer).length > 0;
          return html`<li><button
            type="button"
            aria-current=${item.pointer === this.changes.selected}
            @click=${() => void this.select(item.pointer)}
          >${itemIcon(item)}<span>${item.name}</span> <span class="quiet">${breakable(item.type)}</span>${wrong ? html`<strong class="build-mark" title=${msg('has an error')}>!<span class="hidden"> ${msg('error')}</span></strong>` : nothing}</button></li>`;
        })}
      </ul>`;
  }

  private renderForm(item: Item) {
    const { list } = item;
    const single = list === 'analysis' || list === 'model' || list === 'camera';
    const plottable = list === 'sensors' || isMovingBody(list, item.type);
    return html`
      <header class="build-head">
        <h3>${item.name} <span class="quiet">${item.type}</span></h3>
        ${plottable ? html`<button type="button" class="text-button" @click=${() => this.plot(item)}>${msg('Plot this')}</button>` : nothing}
        ${single || ['plots', 'tasks', 'measures'].includes(list) ? nothing : html`<button type="button" class="text-button" @click=${() => this.duplicate(item)}>${msg('Duplicate')}</button>`}
        ${single ? nothing : html`<button type="button" class="text-button" @click=${() => this.remove_(item)}>${common.delete()}</button>`}
        ${list === 'camera' && this.session.view.camera ? html`<button type="button" class="text-button" @click=${() => this.keepCamera()}>${msg('Look from here')}</button>` : nothing}
        <button type="button" class="text-button" @click=${() => this.changes.showText(item.pointer)}>${msg('Show in the text')}</button>
      </header>
      ${this.renderForce(item)} ${this.renderFriction(item)}
      <slip-form .pointer=${item.pointer}></slip-form>
    `;
  }

  /** Selects an item and shows its form, which may be far from the item's place in the list. */
  private async select(pointer: string): Promise<void> {
    this.frictionProblem = '';
    this.changes.select(pointer);
    await this.updateComplete;
    this.querySelector('.build-head')?.scrollIntoView({ block: 'nearest' });
  }

  /** Moves bodies to positions where all joints close, and reports the remaining mobility. */
  private async closeLoops(): Promise<void> {
    const { session } = this;
    const { text } = session.opened ?? {};
    if (!text) return;
    const { values } = session.parameters;
    let message: string;
    try {
      const engine = await session.runner.prepare();
      const [found, expanded] = [await engine.assemble(text, values, { mayJump: true }), await engine.expand(text, values)];
      if (session.opened?.text !== text) return;
      const drawing = drawingOf(JSON.parse(expanded) as Expanded, this.changes.axes);
      const poses = found.closed ? assembledPoses(drawing, found.nodes) : new Map();
      let changes = placed(this.document, drawing, poses);
      if (typeof changes === 'string') changes = started(this.document, drawing, poses);
      if (typeof changes !== 'string' && changes.length > 0) this.changes.change(changes);
      const others = found.closed && found.nodes.some(({ node, coordinates }) => isMoved(coordinates) && !isDrawn(drawing, node));
      message = [
        typeof changes === 'string' ? changes : '',
        others ? msg('Only rigid bodies and points were put elsewhere; the command “slipstick assemble” moves all.') : '',
        found.closed ? found.mobility : messageText(found).text,
      ].join(' ');
    } catch (error) {
      message = (error as Error).message;
    }
    this.motion = { about: this.now, message: message.trim() };
  }

  private readonly chooseDepth = (event: Event) => {
    const { valueAsNumber: depth } = event.target as HTMLInputElement;
    this.changes.setDepth(Number.isFinite(depth) ? depth : null);
  };

  private readonly choosePlane = (event: Event) => {
    const { value } = event.target as HTMLSelectElement;
    if (value === 'through') return void this.drawThrough();
    const plane = planes.find(({ name }) => name === value);
    if (plane) this.setPlane(plane);
  };

  /** The first view of an empty sheet faces its plane. */
  private setPlane(plane: Axes): void {
    this.changes.setPlane(plane);
    const isEmpty =
      !itemsOf(this.document, 'create').some(({ list, type }) => isMovingBody(list, type)) && itemsOf(this.document, 'nodes').length === 0;
    if (!isEmpty || (plane.inSpace && plane.normal[2] === 1)) return;
    this.changes.change(Object.entries(viewOf(plane)).map(([key, value]) => ({ path: ['display', 'camera', key], value })));
  }

  /** The plane of the chosen body, or the one across the axis of the chosen joint. */
  private async drawThrough(): Promise<void> {
    const { session, selected } = this;
    const expanded = await expandedOf(session);
    const place = expanded && selected && placeOfItem(selected, expanded);
    if (!place) return this.requestUpdate();
    const { axes, depth } = planeThrough('own', texts.partOf(selected.name), place);
    this.changes.setPlane(axes, sixDigits(depth));
  }

  private readonly addSlider = () => {
    const name = freshParameter(this.document, 'a', this.reference!);
    this.changes.change([{ path: ['parameters', name], value: { value: 1, min: 0, max: 2 } }], `/parameters/${name}`);
  };

  private readonly addTask = () =>
    this.changes.add({
      list: 'tasks',
      entry: {
        id: freshName(this.document, 'task', '-'),
        text: 'How large is it?', // no text: for the document
        answer: { type: 'number', unit: 'm', value: '1', tolerance: 0.01 },
      },
    });

  /** Saves the current camera as the view of the document. */
  private keepCamera(): void {
    const { offset } = this.scene.element?.shot ?? {};
    const length = Math.hypot(...(offset ?? [0]));
    if (offset) this.changes.change([{ path: ['display', 'camera', 'position'], value: offset.map((value) => round3(value / length)) }]);
  }

  /**
   * Adds a plot. For a sensor it shows the sensor; for a body it adds a sensor of the position, or of the speed if the body can only
   * rotate.
   */
  private plot(item: Item): void {
    const { model } = this.session.runner;
    if (item.list === 'sensors') return this.changes.change(plotOfSensor(this.document, item.name, model));
    this.changes.change(plotOfBody(this.document, item, turnsOnGround(this.document, item), model));
  }

  /** Buttons about the force of the chosen item, and about the friction of a joint. */
  private renderForce(item: Item) {
    const { document, changes } = this;
    const { model, recording } = this.session.runner;
    const force = forceOf(item, !changes.axes.inSpace, model, this.reference!);
    const button = (label: string, act: () => void) => html`<button type="button" class="outline-button" @click=${act}>${label}</button>`;
    const hasReaction = force && model ? connectedBodies(model, item.name).length > 0 : false;
    if (!force && !slidingKind(item)) return nothing;
    return html`<div class="build-acts" role="group" aria-label=${msg(str`Force of ${item.name}`)}>
      ${hasReaction ? html`<button type="button" class="outline-button" aria-pressed=${this.reacts} title=${msg('Shows the force and torque on the connected body; the model runs once more')} @click=${this.toggleReaction}>${msg('Reaction')}</button>` : nothing}
      ${
        force
          ? html`${button(force.kind === 'force' ? msg('Plot its force') : msg('Plot its torque'), () => changes.change(plotOfForce(document, force, model)))}
            ${force.arrow && force.at ? button(force.kind === 'force' ? msg('Show its force as an arrow') : msg('Show its torque as an arrow'), () => changes.change(arrowOfForce(document, force))) : nothing}
            ${button(common.askInTask(), () => this.askFor(taskOfForce(document, force, recording, this.reference!)))}`
          : nothing
      }
      ${slidingKind(item) ? button(msg('Add friction'), () => void this.addFriction(item)) : nothing}
    </div>
    ${hasReaction && this.reacts ? html`<slip-reaction .item=${item.name} .quantity=${force!.kind}></slip-reaction>` : nothing}`;
  }

  private readonly toggleReaction = async () => {
    await loadReaction();
    this.reacts = !this.reacts;
  };

  /** The question appears in another tab. */
  private askFor(task: Change[]): void {
    this.changes.change(task);
    this.motion = { about: this.now, message: common.questionAdded() };
  }

  private async addFriction(item: Item): Promise<void> {
    const { session, changes } = this;
    const expanded = await expandedOf(session);
    if (!expanded) return;
    const made = frictionFor(item, this.document, drawingOf(expanded, changes.axes));
    if (typeof made === 'string') this.motion = { about: this.now, message: made };
    else changes.add(...made);
  }

  /** The numbers of a friction, which its formula contains. */
  private renderFriction(item: Item) {
    const friction = frictionOf(item);
    if (!friction) return nothing;
    const { kind, dry, viscous } = friction;
    const field = (key: 'dry' | 'viscous', label: string, unit: string, value: string) => html`<div class="build-friction-number">
        <label class="build-number">
          <span>${label} <span class="quiet">${unit}</span></span>
          <input type="text" autocomplete="off" spellcheck="false" name=${`friction-${key}`} .value=${value} @change=${(event: Event) => this.setFriction(item, { dry, viscous, [key]: (event.target as HTMLInputElement).value })} />
        </label>
        ${
          Number.isFinite(Number(value || 'none')) // no text: not a number
            ? html`<button type="button" class="text-button" title=${texts.turnsIntoSlider()} aria-label=${texts.makeSliderOf(label)} @click=${() => this.slideFriction(item, { dry, viscous }, key, unit, label)}>${texts.makeSlider()}</button>`
            : nothing
        }
      </div>`;
    const [force, damping] = kind === 'slide' ? ['N', 'N·s/m'] : ['N·m', 'N·m·s'];
    return html`<fieldset class="build-friction">
      <legend>${texts.friction()}</legend>
      ${field('dry', kind === 'slide' ? msg('Dry friction force') : msg('Dry friction torque'), force, dry)}
      ${field('viscous', msg('Viscous damping'), damping, viscous)}
      ${this.frictionProblem ? html`<p class="build-error" role="alert">${this.frictionProblem}</p>` : nothing}
    </fieldset>`;
  }

  /** Turns a number of a friction into a parameter with a slider. */
  private slideFriction(item: Item, friction: Friction, key: keyof Friction, unit: string, label: string): void {
    const value = Number(friction[key]);
    const name = freshParameter(this.document, key === 'dry' ? 'friction' : 'damping', this.reference!);
    const range = { value, min: 0, max: 2 * Math.abs(value) || 1, unit, label: `${item.name}: ${label.toLowerCase()}` };
    this.changes.change([{ path: ['parameters', name], value: range }, withFriction(item, { ...friction, [key]: name })]);
  }

  private setFriction(item: Item, friction: Friction): void {
    const typed = { dry: decimal(friction.dry).trim(), viscous: decimal(friction.viscous).trim() };
    this.frictionProblem = Object.values(typed).includes('') ? msg('Enter a number, or a formula such as 0.3*m*9.81; 0 for none.') : '';
    if (!this.frictionProblem) this.changes.change([withFriction(item, typed)]);
  }

  private duplicate(item: Item): void {
    if (item.list === 'parameters') {
      const free = freshParameter(this.document, item.name, this.reference!);
      return this.changes.change([{ path: ['parameters', free], value: this.document.parameters?.[item.name] }], `/parameters/${free}`);
    }
    this.changes.add({ list: item.list, entry: { ...item.entry, name: freshName(this.document, item.name) } });
  }

  private remove_(item: Item): void {
    this.changes.remove(item);
    this.querySelector<HTMLElement>('.build-outline button')?.focus();
  }

  /** Selects or deselects a tool. If there is no picture to draw in, adds an item with default values. */
  private onTool(tool: Tool): void {
    if (this.scene.element?.picture) return this.changes.take(tool === this.changes.tool ? null : tool);
    const made = usual(tool, this.document);
    if (typeof made !== 'string') this.changes.add(...made);
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    if (event.shiftKey) this.changes.redo();
    else this.changes.undo();
  };
}

/** Whether a hinge holds the centre of a planar body on the ground. */
const turnsOnGround = (document: ModelDocument, { name, type, entry }: Item) =>
  type === 'RigidBody2D' &&
  itemsOf(document, 'create').some(
    ({ type: joint, entry: { bodies, position } }) =>
      joint === 'RevoluteJoint' && String(bodies) === String([null, name]) && String(position) === String(entry.referencePosition),
  );
/**
 * The pose of a body in an expanded document. For a joint, its centre of rotation with its axis as z, as seen from the viewing side of the
 * coordinate planes.
 */
function placeOfItem({ name, entry }: Item, expanded: Expanded): Place | null {
  const body = drawingOf(expanded).bodies.find((each) => each.name === name);
  if (body) return body.place;
  const { position, axis = [0, 0, 1] } = entry;
  if (!isVector(position) || !isVector(axis)) return null;
  const side = Math.sign(dot(axis, [1, -1.1, 1.2]));
  return { position, rotation: withAxis(plus([0, 0, 0], axis, side)) };
}

const isMoved = (coordinates: readonly number[]) => coordinates.some((value) => Math.abs(value) > 1e-9);
const isDrawn = ({ bodies }: Drawing, node: number) => bodies.some((body) => body.node === node);
const round3 = (value: number) => Math.round(1e3 * value) / 1e3 + 0;
