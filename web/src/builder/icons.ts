import { nothing, type TemplateResult } from 'lit';
import { own } from '../format/own';
import { factsOf } from '../state/type-facts';
import { html } from '../ui/html';
import type { Item } from './outline';

/** Line icons of 20 by 20 units, by label. */
const lines: Record<string, string> = {
  Bar: 'M3 14.5a2 2 0 010-3L14 4.5a2 2 0 013 3L6 14.7a2 2 0 01-3 0z',
  Box: 'M3 5h14v10H3z',
  Disc: 'M10 3a7 7 0 100 14 7 7 0 000-14zM10 10V3',
  Wheel: 'M10 2a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM10 8.5V2M1 16h18',
  Ball: 'M10 6a4 4 0 100 8 4 4 0 000-8z',
  'Ground point': 'M10 4l4 7H6zM3 11.5h14M5 12l-2 4M10 12l-2 4M15 12l-2 4',
  'Ground line': 'M2 6l16 4M4 7l-2 5M9 8l-2 5M14 9l-2 5',
  Pulley: 'M10 4a6 6 0 100 12 6 6 0 000-12zM10 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  Belt: 'M5.5 5h9a5 5 0 010 10h-9a5 5 0 010-10zM5.5 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3zM14.5 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  Cable: 'M2 5c4 12 12 12 16 0',
  Rope: 'M5 17V9a5 5 0 0110 0v5M13 14h4v4h-4z',
  Hinge: 'M10 7a3 3 0 100 6 3 3 0 000-6zM2 15l5.5-3.5M12.5 8.5L18 5',
  Slide: 'M2 6h16M2 14h16M6 8.5h8v3H6z',
  Fixed: 'M2 10h6M12 10h6M8 6h4v8H8z',
  'Ball joint': 'M10 7a3 3 0 100 6 3 3 0 000-6zM14.5 6a6 6 0 110 8M2 10h5',
  Rod: 'M4 14.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM16 8.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM5.4 12.4l9.2-4.8',
  Spring: 'M2 10h2l1.5-4 2.5 8 2.5-8 2.5 8 1.5-4H18',
  Damper: 'M2 10h5M7 6v8M5 5h9v10H5M14 10h4',
  'Torsional spring': 'M10 10a1.5 1.5 0 013 0 3 3 0 01-6 0 4.5 4.5 0 019 0 6 6 0 01-6 6',
  Motor: 'M10 4a6 6 0 106 6M16 10l-2.5-2M16 10l2-2.7M10 8.5a1.5 1.5 0 100 3 1.5 1.5 0 000-3z',
  Friction: 'M2 14h16M4 14l-2 3M9 14l-2 3M14 14l-2 3M5 7h8v6H5zM18 10h-4M14 10l1.5-1.5M14 10l1.5 1.5',
  Force: 'M3 17L16 4M16 4h-6M16 4v6',
  Torque: 'M4 14a7 7 0 1112 0M16 14l-4-1M16 14l1-4',
  Position: 'M10 3v14M3 10h14M10 7a3 3 0 100 6 3 3 0 000-6z',
  Velocity: 'M3 14h3M3 10h5M3 6h3M9 10h9M18 10l-4-4M18 10l-4 4',
  Contact: 'M10 4a5 5 0 100 10 5 5 0 000-10zM2 14.5h16',
  Beam: 'M2 7.5c6-3 10 5 16 2v3c-6 3-10-5-16-2z',
  Weight: 'M10 3v13M6 12l4 4 4-4',
  Marker: 'M10 5v10M5 10h10',
  Node: 'M10 7.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  Angle: 'M3 16h14M3 16L14 5M10.5 16a8 8 0 00-2.2-5.3',
};
/** The looks in the 3D view that share an icon. */
const looks = {
  'Ground point': ['ground'],
  Box: ['box', 'plate', 'flexible'],
  Ball: ['point', 'planarPoint', 'slider', 'rotor'],
  Beam: ['beam'],
  Cable: ['cable'],
  Rope: ['rope'],
  Hinge: ['hinge'],
  Slide: ['slide'],
  'Ball joint': ['ball'],
  Fixed: ['joint'],
  Rod: ['rod'],
  Wheel: ['disc'],
  Spring: ['spring', 'coordinateSpring'],
  Contact: ['spheres', 'sphereSet', 'triangle', 'torus', 'roll', 'circle', 'curve'],
  Force: ['force'],
  Torque: ['torque'],
};
const ofLook = new Map(Object.entries(looks).flatMap(([icon, list]) => list.map((look) => [look, icon])));
/** Icons of types without such a look, or with another icon. */
const ofType: Record<string, string> = {
  Belt: 'Belt',
  TorsionalSpringDamper: 'Torsional spring',
  ConnectorTorsionalSpringDamper: 'Torsional spring',
  ConnectorCoordinateSpringDamperExt: 'Spring',
  ContactCoordinate: 'Contact',
  MassProportional: 'Weight',
};

const draw = (name: string | undefined): TemplateResult | typeof nothing =>
  name === undefined
    ? nothing
    : html`<svg class="build-icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false"><path d=${own(lines, name) ?? ''} /></svg>`;

/** The icon of a tool, by its label. */
export const toolIcon = (label: string) => draw(Object.hasOwn(lines, label) ? label : undefined);

/** The icon of an item, by its shape or its type. */
export function itemIcon({ list, type, entry }: Item) {
  const { shape } = (entry.inertia ?? {}) as { shape?: string };
  if (list === 'sensors') return draw(entry.outputVariableType === 'Rotation' ? 'Angle' : 'Position');
  if (list === 'nodes') return draw('Node');
  if (list === 'markers') return draw('Marker');
  if (list !== 'create' && list !== 'objects' && list !== 'loads') return nothing;
  if (shape === 'cylinder') return draw('Disc');
  const { drawnAs = '', family } = factsOf(list, type) ?? {};
  // Items without an icon keep its space, so that their names are aligned.
  return draw(own(ofType, type) ?? ofLook.get(drawnAs) ?? (family === 'constraint' ? 'Fixed' : ''));
}
