import { consume } from '@lit/context';
import { msg, str } from '@lit/localize';
import { nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { JsonSchema, Reference, SensorInfo } from '../../../wasm/engine/types';
import { schemasAt } from '../editor';
import { messageText } from '../engine';
import { listed } from '../format/language';
import { own } from '../format/own';
import { formatNumber, isNumberText } from '../format/quantity';
import { common } from '../format/texts';
import { type SceneOnPage, sceneContext } from '../scene';
import type { ModelDocument } from '../state/document';
import { watch } from '../state/observable';
import { loadReference, loadSchema } from '../state/schema';
import { html } from '../ui/html';
import { load } from '../ui/load';
import { SessionView } from '../ui/session';
import { Changes } from './changes';
import { documentOfFormulas, hasUnits, inUnits, isFormula, isNumber, readText, sixDigits, typedText } from './field';
import { angleIn, isAngle, rotationBy } from './fields/angle';
import { type FormContext, labelOf, type Place, pointerTo, type Words } from './fields/context';
import { converted, massIn } from './fields/inertia';
import { tableIn, tableOf } from './fields/nested';
import { partsOf } from './fields/vector';
import './form.css';
import { renderField, renderForm } from './form';
import { freshParameter, type Item, itemAt, itemsOf, type ListKey, type Row, rowsOf, typesIn } from './outline';
import { renamed } from './rename';
import type { Shape } from './shape';
import { expandedOf } from './sheet';

interface Language {
  reference: Reference;
  schema: JsonSchema;
  words: Words;
}

/** The form of one item. Every change edits the text and starts a run. */
@customElement('slip-form')
export class FormView extends SessionView {
  @consume({ context: sceneContext }) scene!: SceneOnPage;
  /** The item: a JSON Pointer. */
  @property({ attribute: false }) pointer = '';
  @state() private language: Language | null = null;
  @state() private values: ReadonlyMap<string, string> = new Map();
  @state() private unparsed: FormContext['unparsed'] = new Map();
  @state() private asText: ReadonlySet<string> = new Set();
  private evaluated = '';
  private sensors: readonly SensorInfo[] = [];

  protected override whileInPage() {
    const { session } = this;
    void load(async () => {
      const [reference, schema, words] = await Promise.all([loadReference(), loadSchema(), load(() => import('./fields/words.json'))]);
      this.language = { reference, schema, words: words.default as Words };
      void this.evaluate();
    });
    return [
      watch(
        () => [session.opened, session.parameters.values],
        () => void this.evaluate(),
      ),
    ];
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (!changed.has('pointer')) return;
    [this.unparsed, this.asText] = [new Map(), new Set()];
    void this.evaluate();
  }

  private get changes(): Changes {
    return this.session.part(Changes);
  }
  private get document(): ModelDocument {
    return this.session.shownDocument;
  }
  private get item(): Item | null {
    return itemAt(this.document, this.pointer);
  }

  protected override render() {
    const { item, language } = this;
    if (!item) return nothing;
    if (!language) return html`<p class="quiet" role="status">${common.loading()}</p>`;
    const hasInertia = item.list === 'create' && rowsOf(item, language.reference)?.rows.some(({ name }) => name === 'inertia');
    return html`${renderForm(item, this.contextOf(item, language))}
      ${hasInertia ? html`<slip-shape .take=${(shape: Shape) => this.takeShape(item, shape)} .engine=${() => this.session.runner.prepare()}></slip-shape>` : nothing}`;
  }

  private contextOf(item: Item, { reference, schema, words }: Language): FormContext {
    const { runner } = this.session;
    // While another run begins, there is no model; fields stay as they are.
    this.sensors = runner.model?.sensors ?? this.sensors;
    const context: FormContext = {
      document: this.document,
      reference,
      words,
      sensors: this.sensors,
      issues: [...runner.issues, ...runner.warnings],
      values: this.values,
      unparsed: this.unparsed,
      asText: this.asText,
      namesAt: (path) => this.namesAt(path, schema),
      set: (place, key, value) => this.put(place, key, value),
      change: (changes) => this.changes.change(changes),
      type: (place, row, text) => void this.type(place, row, text),
      makeSlider: (place, row, part) => this.makeSlider(item, place, row, part),
      rename: (_, name) => void this.rename(item, name),
      toggleText: (pointer) => {
        this.asText = new Set(this.asText.has(pointer) ? [...this.asText].filter((each) => each !== pointer) : [...this.asText, pointer]);
      },
      convertInertia: (place, table, by) => void this.convertInertia(place, table, by),
      pick: this.scene.element?.picture ? (take) => this.changes.take(null, take) : null,
      field: (place, row) => renderField(place, row, context),
    };
    return context;
  }

  /** Sets or removes the value at a key of a place. */
  private put(place: Place, key: string, value: unknown): void {
    this.forget(pointerTo(place, key));
    const isPlain = place.list === 'parameters' && typeof this.document.parameters?.[String(place.path[1])] !== 'object';
    if (isPlain) {
      const rest = key === 'value' ? value : { value: place.entry.value, [key]: value };
      if (rest !== undefined) this.changes.change([{ path: place.path, value: rest }]);
    } else if (key !== 'value' || place.list !== 'parameters' || value !== undefined) {
      this.changes.change([{ path: [...place.path, key], value }]);
    }
  }

  private refuse(pointer: string, text: string, problem: string): void {
    this.unparsed = new Map(this.unparsed).set(pointer, { text, problem });
  }

  /** Reads a typed text. The engine converts quantities, because it knows all units. */
  private async type(place: Place, row: Row, text: string): Promise<void> {
    const pointer = pointerTo(place, row.name);
    const isTurned = isAngle(place, row) && !this.asText.has(pointer);
    const taken: Row = isTurned
      ? { ...row, form: { is: 'number' }, unit: '°' }
      : place.path.at(-1) === 'answer' && row.name === 'value'
        ? { ...row, form: { is: 'number' } }
        : row;
    let read = readText(taken, text);
    if ('value' in read && hasUnits(taken, read.value)) {
      const engine = await this.session.runner.prepare();
      read = await inUnits(read.value, (typed) => engine.quantity(typed, taken.unit));
    }
    if ('problem' in read) this.refuse(pointer, text, read.problem);
    else this.put(place, row.name, isTurned ? rotationBy(String(read.value ?? '')) : read.value);
  }

  private makeSlider(item: Item, place: Place, row: Row, part?: number): void {
    const { reference, words } = this.language!;
    const given = place.entry[row.name] ?? row.default;
    const angle = angleIn(given);
    const list = part === undefined ? null : [...(given as unknown[])];
    const value = list ? list[part!] : angle === null ? given : Number(angle);
    if (typeof value !== 'number' || !Number.isFinite(value)) return;
    const suffix = list ? (partsOf(row, { words })?.[part!] ?? '') : '';
    const name = freshParameter(this.document, angle === null ? `${row.name}${suffix && `_${suffix}`}` : 'angle', reference);
    const size = Math.abs(value) || 1;
    const range = { value, min: value < 0 ? -2 * size : 0, max: value > 0 ? 2 * size : size };
    const unit = angle === null ? row.unit : 'deg';
    const label = `${item.name}: ${labelOf(row.name, words).toLowerCase()}${suffix && ` ${suffix}`}`;
    if (list) list[part!] = name;
    this.changes.change([
      { path: ['parameters', name], value: { ...range, ...(unit && unit !== 'mixed' ? { unit } : {}), label } },
      { path: [...place.path, row.name], value: list ?? (angle === null ? name : rotationBy(name)) },
    ]);
  }

  /** Renames an item with everything that refers to it. */
  private async rename(item: Item, to: string): Promise<void> {
    const { reference, schema } = this.language!;
    const pointer = pointerTo(item, 'name');
    const isParameter = item.list === 'parameters';
    const from = isParameter ? item.name : item.entry.name;
    if (to === from) return void this.forget(pointer);
    if (to === '' && !isParameter) return this.put(item, 'name', undefined);
    const problem = await this.problemOfName(item, to);
    if (problem) return this.refuse(pointer, to, problem);
    const changes = typeof from === 'string' && from !== '' ? renamed(this.document, { list: item.list, from, to }, schema, reference) : [];
    if (typeof changes === 'string') return this.refuse(pointer, to, changes);
    this.forget(pointer);
    const { parameters } = this.session;
    const moved = isParameter ? own(parameters.values, item.name) : undefined;
    const entry = isParameter ? [] : [{ path: [...item.path, 'name'], value: to }];
    this.changes.change([...entry, ...changes], isParameter ? `/parameters/${to}` : this.pointer);
    // The slider stays where a person has moved it.
    if (moved !== undefined && own(this.document.parameters, to) !== undefined) parameters.changeAll({ [to]: moved });
  }

  /** Why an item cannot have a name; "" if it can. */
  private async problemOfName({ list }: Item, to: string): Promise<string> {
    const keyed = ['parameters', 'measures', 'definitions'].flatMap((key) => Object.keys((this.document[key] ?? {}) as object));
    const names =
      list === 'parameters'
        ? keyed.map((name) => name.replace(/\s*\(.*$/, ''))
        : itemsOf(this.document, list as ListKey).map(({ entry }) => entry.name);
    if (names.includes(to)) return msg(str`“${to}” is already taken.`);
    if (list !== 'parameters') return '';
    const engine = await this.session.runner.prepare();
    const { issues } = await engine.check(JSON.stringify({ slipstick: 1, parameters: { [to]: 1 } }));
    const issue = issues.find(({ severity, pointer }) => severity === 'error' && pointer.startsWith('/parameters/'));
    return issue ? messageText(issue).text : '';
  }

  /** Forgets what was refused at a field and around it. */
  private forget(pointer: string): void {
    this.unparsed = new Map([...this.unparsed].filter(([at]) => at !== pointer && !pointer.startsWith(`${at}/`)));
  }

  /** Names in the document that the value at a path may refer to; null if the value is not a name. */
  private namesAt(path: Place['path'], schema: JsonSchema): string[] | null {
    const list = schemasAt(schema, path.map(String), typesIn(this.document)).flatMap(({ refersTo }) => refersTo ?? [])[0];
    if (!list) return null;
    if (list === 'parameters' || list === 'inputs') return Object.keys((this.document[list] ?? {}) as object);
    const key = list === 'lines' ? 'objects' : list;
    const items = [...(key === 'objects' ? itemsOf(this.document, 'create') : []), ...itemsOf(this.document, key)];
    return [...new Set(items.flatMap(({ entry }) => (typeof entry.name === 'string' ? [entry.name] : [])))];
  }

  /** Gives the same body another kind of inertia: about the same mass and moments. */
  private async convertInertia(place: Place, name: string, by: 'density' | 'mass'): Promise<void> {
    const { reference } = this.language!;
    const table = tableOf(name, place.list, reference)!;
    const before = await this.massOf(place.entry);
    if (!before) return this.refuse(place.pointer, '', msg('Correct its numbers first.'));
    const isNumbers = table.rows.some((row) => row.name === 'inertia6D');
    const entry = converted(place.entry, before, table, isNumbers);
    if (by === 'density' && !isNumbers) {
      const filled = await this.massOf({ ...entry, mass: undefined, density: 1 });
      const density = filled && filled.mass > 0 ? Number((before.mass / filled.mass).toPrecision(6)) : 1000;
      delete entry.mass;
      entry.density = density;
    }
    this.changes.change([{ path: place.path, value: entry }]);
  }

  private async massOf(inertia: Place['entry']) {
    const { slipstick, parameters, definitions } = this.document;
    const document = JSON.stringify({ slipstick, parameters, definitions, create: [{ type: 'RigidBody', inertia }] });
    const expanded = await expandedOf(this.session, document);
    return expanded && massIn(expanded);
  }

  private takeShape({ path, entry }: Item, { graphic, inertia }: Shape): void {
    const looks = (entry.visualization ?? {}) as object;
    this.changes.change([
      { path: [...path, 'visualization'], value: { ...looks, graphics: [graphic] } },
      ...(inertia ? [{ path: [...path, 'inertia'], value: inertia }] : []),
    ]);
  }

  /** Finds the values of the formulas of the item, and the mass of its shape. */
  private async evaluate(): Promise<void> {
    const { item, language, session } = this;
    const rows = item && language ? (rowsOf(item, language.reference)?.rows ?? []) : [];
    const formulas = item && language ? formulasIn(item, rows, language.reference) : [];
    const inertia = rows.find(({ name }) => name === 'inertia') && item?.entry.inertia;
    const request = JSON.stringify([this.pointer, formulas, inertia, session.opened?.text, session.parameters.values]);
    if (request === this.evaluated) return;
    this.evaluated = request;
    const text = documentOfFormulas(this.document, formulas);
    const expanded = await expandedOf<{ nodes?: { referenceCoordinates: number[] }[] }>(session, text);
    const properties = typeof inertia === 'object' && inertia ? await this.massOf(inertia as Place['entry']) : null;
    if (request !== this.evaluated) return;
    const values = new Map(
      (expanded?.nodes ?? []).map(({ referenceCoordinates: numbers }, i) => {
        const { row, pointer } = formulas[i];
        return [pointer, typedText(row, isNumber(row) ? sixDigits(numbers[0]) : numbers.map(sixDigits))] as const;
      }),
    );
    if (properties && item) {
      const { mass, moments } = properties;
      values.set(
        `${item.pointer}/inertia`,
        msg(str`Mass ${shown(mass)} kg; moments about the reference point ${listed(moments.slice(0, 3).map(shown))} kg·m²`),
      );
    }
    this.values = values;
  }
}

/** The formulas of an item and of the objects in it. */
function formulasIn(place: Place, rows: readonly Row[], reference: Reference): { row: Row; value: unknown; pointer: string }[] {
  return rows.flatMap((row) => {
    const value = place.entry[row.name];
    const pointer = pointerTo(place, row.name);
    if (isFormula(row, value)) return [{ row, value, pointer }];
    const angle = isAngle(place, row) ? angleIn(value) : null;
    if (angle !== null && !isNumberText(angle)) return [{ row: { ...row, form: { is: 'number' as const } }, value: angle, pointer }];
    if (row.form.is !== 'object' || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const entry = value as Place['entry'];
    const table = tableIn({ list: place.list, entry }, row, reference);
    return table ? formulasIn({ ...place, pointer, entry, path: [...place.path, row.name] }, table.rows, reference) : [];
  });
}

const shown = (value: number) => formatNumber(value, 6);
