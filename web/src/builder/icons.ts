// no text: the strings are names of icons, and their lines
import { nothing, type TemplateResult } from 'lit';
import { own } from '../format/own';
import { factsOf } from '../state/type-facts';
import { html } from '../ui/html';
import type { Item } from './outline';

/** Line icons of 20 by 20 units, by name. */
const lines: Record<string, string> = {
  bar: 'M3 14.5a2 2 0 010-3L14 4.5a2 2 0 013 3L6 14.7a2 2 0 01-3 0z',
  box: 'M3 5h14v10H3z',
  disc: 'M10 3a7 7 0 100 14 7 7 0 000-14zM10 10V3',
  wheel: 'M10 2a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM10 8.5V2M1 16h18',
  ball: 'M10 6a4 4 0 100 8 4 4 0 000-8z',
  'ground point': 'M10 4l4 7H6zM3 11.5h14M5 12l-2 4M10 12l-2 4M15 12l-2 4',
  'ground line': 'M2 6l16 4M4 7l-2 5M9 8l-2 5M14 9l-2 5',
  pulley: 'M10 4a6 6 0 100 12 6 6 0 000-12zM10 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  belt: 'M5.5 5h9a5 5 0 010 10h-9a5 5 0 010-10zM5.5 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM14.5 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  cable: 'M2 5c4 12 12 12 16 0',
  rope: 'M5 17V9a5 5 0 0110 0v5M13 14h4v4h-4z',
  hinge: 'M10 7a3 3 0 100 6 3 3 0 000-6zM2 15l5.5-3.5M12.5 8.5L18 5',
  slide: 'M2 6h16M2 14h16M6 8.5h8v3H6z',
  fixed: 'M2 10h6M12 10h6M8 6h4v8H8z',
  'ball joint': 'M10 7a3 3 0 100 6 3 3 0 000-6zM14.5 6a6 6 0 110 8M2 10h5',
  rod: 'M4 14.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM16 8.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM5.4 12.4l9.2-4.8',
  spring: 'M2 10h2l1.5-4 2.5 8 2.5-8 2.5 8 1.5-4H18',
  damper: 'M2 10h5M7 6v8M5 5h9v10H5M14 10h4',
  'torsional spring': 'M10 10a1.5 1.5 0 013 0 3 3 0 01-6 0 4.5 4.5 0 019 0 6 6 0 01-6 6',
  motor: 'M10 4a6 6 0 106 6M16 10l-2.5-2M16 10l2-2.7M10 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  friction: 'M2 14h16M4 14l-2 3M9 14l-2 3M14 14l-2 3M5 7h8v6H5zM18 10h-4M14 10l1.5-1.5M14 10l1.5 1.5',
  force: 'M3 17L16 4M16 4h-6M16 4v6',
  torque: 'M4 14a7 7 0 1112 0M16 14l-4-1M16 14l1-4',
  position: 'M10 3v14M3 10h14M10 7a3 3 0 100 6 3 3 0 000-6z',
  velocity: 'M3 14h3M3 10h5M3 6h3M9 10h9M18 10l-4-4M18 10l-4 4',
  contact: 'M10 4a5 5 0 100 10 5 5 0 000-10zM2 14.5h16',
  beam: 'M2 7.5c6-3 10 5 16 2v3c-6 3-10-5-16-2z',
  weight: 'M10 3v13M6 12l4 4 4-4',
  marker: 'M10 5v10M5 10h10',
  node: 'M10 7.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  angle: 'M3 16h14M3 16L14 5M10.5 16a8 8 0 00-2.2-5.3',
};
/** The looks in the 3D view that share an icon. */
const looks = {
  'ground point': ['ground'],
  box: ['box', 'plate', 'flexible'],
  ball: ['point', 'planarPoint', 'slider', 'rotor'],
  beam: ['beam'],
  cable: ['cable'],
  rope: ['rope'],
  hinge: ['hinge'],
  slide: ['slide'],
  'ball joint': ['ball'],
  fixed: ['joint'],
  rod: ['rod'],
  wheel: ['disc'],
  spring: ['spring', 'coordinateSpring'],
  contact: ['spheres', 'sphereSet', 'triangle', 'torus', 'roll', 'circle', 'curve'],
  force: ['force'],
  torque: ['torque'],
};
const ofLook = new Map(Object.entries(looks).flatMap(([icon, list]) => list.map((look) => [look, icon])));
/** Icons of types without such a look, or with another icon. */
const ofType: Record<string, string> = {
  Belt: 'belt',
  TorsionalSpringDamper: 'torsional spring',
  ConnectorTorsionalSpringDamper: 'torsional spring',
  ConnectorCoordinateSpringDamperExt: 'spring',
  ContactCoordinate: 'contact',
  MassProportional: 'weight',
};

const draw = (name: string | undefined): TemplateResult | typeof nothing =>
  name === undefined
    ? nothing
    : html`<svg class="build-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false"><path d=${own(lines, name) ?? ''} /></svg>`;

/** The icon of a tool, by the stem of the names that it gives. */
export const toolIcon = (stem: string) => draw(Object.hasOwn(lines, stem) ? stem : undefined);

/** The icon of an item, by its shape or its type. */
export function itemIcon({ list, type, entry }: Item) {
  const { shape } = (entry.inertia ?? {}) as { shape?: string };
  if (list === 'sensors') return draw(entry.outputVariableType === 'Rotation' ? 'angle' : 'position');
  if (list === 'nodes') return draw('node');
  if (list === 'markers') return draw('marker');
  if (list !== 'create' && list !== 'objects' && list !== 'loads') return nothing;
  if (shape === 'cylinder') return draw('disc');
  const { drawnAs = '', family } = factsOf(list, type) ?? {};
  // Items without an icon keep its space, so that their names are aligned.
  return draw(own(ofType, type) ?? ofLook.get(drawnAs) ?? (family === 'constraint' ? 'fixed' : ''));
}
