import { msg } from '@lit/localize';
import { titleOf } from '../../format/title';
import { html } from '../../ui/html';
import type { Entry } from '../outline';
import type { FormContext, Place } from './context';
import { select } from './select';

interface Shape {
  name: string;
  text: string;
  rows: readonly { name: string }[];
}

const has = ({ rows }: Shape, key: string) => rows.some(({ name }) => name === key);

/** How a body's inertia is given: by a shape with a density or a mass, or by numbers. Another way describes the same body. */
export function inertiaHead({ entry, pointer, ...place }: Place, table: Shape, tables: readonly Shape[], context: FormContext, id: string) {
  const inner = { ...place, entry, pointer };
  const numbers = tables.find((each) => has(each, 'inertia6D'));
  const basis = table === numbers ? 'numbers' : Object.hasOwn(entry, 'density') ? 'density' : 'mass';
  const shapes = tables.filter((each) => each !== numbers && (basis !== 'density' || has(each, 'density')));
  const bases = [
    { value: 'density', label: msg('Shape and density') },
    { value: 'mass', label: msg('Mass and shape') },
    { value: 'numbers', label: msg('Mass and moments of inertia') },
  ];
  const choose = (chosen: string) => {
    if (chosen === 'numbers') return context.convertInertia(inner, numbers!.name, 'mass');
    const by = chosen === 'density' ? 'density' : 'mass';
    const fits = table !== numbers && (by === 'mass' || has(table, 'density'));
    context.convertInertia(inner, fits ? table.name : tables[0].name, by);
  };
  const evaluated = context.values.get(pointer);
  return html`<div class="build-field"><label for=${id}>${msg('Given by')}</label>${select({ id }, basis, bases, choose)}</div>
    ${
      basis === 'numbers'
        ? ''
        : html`<div class="build-field"><label for=${`${id}-shape`}>${msg(html`Shape <code aria-hidden="true">shape</code>`)}</label>${select(
            { id: `${id}-shape` },
            table.name,
            shapes.map(({ name, text }) => ({ value: name, label: titleOf(text.replace(/^an? /, '')) })),
            (name) => context.convertInertia(inner, name, basis === 'density' ? 'density' : 'mass'),
          )}</div>`
    }
    ${evaluated ? html`<output class="quiet build-value">${evaluated}</output>` : ''}`;
}

/** Mass, centre of mass and the six moments about the reference point of a body. */
export interface MassProperties {
  mass: number;
  com: readonly number[];
  moments: readonly number[];
}

/** The properties of the only body in an expanded document. */
export function massIn({ objects = [] }: { objects?: Record<string, unknown>[] }): MassProperties | null {
  const { physicsMass: mass, physicsCenterOfMass: com, physicsInertia: moments } = objects[0] ?? {};
  return typeof mass === 'number' && isNumbers(com, 3) && isNumbers(moments, 6) ? { mass, com, moments } : null;
}
const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every((x) => typeof x === 'number');

/** An inertia of another kind for the same mass, with about the same moments. `volume`: by the new sizes, for its density. */
export function converted(entry: Entry, { mass, com, moments }: MassProperties, table: Shape, numbers: boolean): Entry {
  const centre = com.some((x) => Math.abs(x) > 1e-12) ? { com: com.map(tidy) } : {};
  if (numbers) return { mass: tidy(mass), ...centre, inertia6D: moments.map(tidy) };
  const old = Object.hasOwn(entry, 'com') ? { com: entry.com } : Object.hasOwn(entry, 'shape') ? {} : centre;
  const kept = table.rows.flatMap(({ name }) => (name === 'rotation' && Object.hasOwn(entry, name) ? [[name, entry[name]]] : []));
  const sizes = sizesOf({ mass, com, moments });
  const own = Object.entries(sizes).flatMap(([key, size]) =>
    has(table, key) ? [[key, Object.hasOwn(entry, key) ? entry[key] : size]] : [],
  );
  return { shape: table.name, ...Object.fromEntries(own), mass: tidy(mass), ...old, ...Object.fromEntries(kept) };
}

/** Sizes of shapes with about these moments: edges of a cuboid, and a length and a radius. */
function sizesOf({ mass, com: [x, y, z], moments }: MassProperties): Record<string, number | number[]> {
  const [jx, jy, jz] = [moments[0] - mass * (y * y + z * z), moments[1] - mass * (x * x + z * z), moments[2] - mass * (x * x + y * y)];
  const edge = (square: number) => (mass > 0 && square > 1e-12 * mass ? Number(Math.sqrt((6 * square) / mass).toPrecision(3)) : 0.01);
  const sideLengths = [edge(jy + jz - jx), edge(jx + jz - jy), edge(jx + jy - jz)];
  const [small, middle, large] = [...sideLengths].sort((a, b) => a - b);
  return { sideLengths, length: large, outerRadius: Number(((small + middle) / 4).toPrecision(3)), radius: large / 2 };
}

const tidy = (value: number) => Number(value.toPrecision(9)) + 0;
