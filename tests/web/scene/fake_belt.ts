import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo, ProfileInfo } from '../../../wasm/engine/types';
import type { Recording } from '../../../web/src/state/recording';
import { itemOf, modelOf } from '../../support/recording';

export const belt = { radius: 0.1, distance: 0.4, elements: 40, friction: 0.3, endTime: 1 };
const { radius, distance, elements, friction } = belt;
const half = Math.PI * radius;
export const beltLength = 2 * half + 2 * distance;

/** Position and direction of a closed belt around two pulleys, clockwise from above the left one. */
export function onBelt(s: number): { x: number; y: number; tx: number; ty: number } {
  const along = ((s % beltLength) + beltLength) % beltLength;
  if (along < distance) return { x: along, y: radius, tx: 1, ty: 0 };
  if (along < distance + half) {
    const angle = (along - distance) / radius;
    return { x: distance + radius * Math.sin(angle), y: radius * Math.cos(angle), tx: Math.cos(angle), ty: -Math.sin(angle) };
  }
  if (along < 2 * distance + half) return { x: distance - (along - distance - half), y: -radius, tx: -1, ty: 0 };
  const angle = (along - 2 * distance - half) / radius;
  return { x: -radius * Math.sin(angle), y: -radius * Math.cos(angle), tx: -Math.cos(angle), ty: Math.sin(angle) };
}

/** A recording in the engine's format, of a belt whose tension is known: tight above, slack below, exponential around the pulleys. */
export function beltRecording(change: (model: ModelInfo) => void = () => {}): Recording {
  const length = beltLength / elements;
  const cables = Array.from({ length: elements }, (_, i) =>
    itemOf({ name: `belt.${i}`, drawnAs: { as: 'cable', length }, visualization: { drawHeight: 0.004 } }),
  );
  const middles = cables.map((_, i) => (i + 0.5) * length);
  const line = {
    over: 'belt',
    positions: middles,
    objects: cables.map((_, i) => i),
    length: beltLength,
    closed: true,
    unit: 'N',
    formula: '',
  };
  const profile = (of: ProfileInfo['of'], component: number): Omit<ProfileInfo, 'column'> => ({
    ...line,
    of,
    outputVariableType: 'ForceLocal',
    component,
  });
  const model = modelOf({
    title: 'Belt',
    poses: [
      ...cables.map(({ name }, object) => ({ kind: 'cable' as const, object, name })),
      ...[0, 1].map((i) => ({ kind: 'frame' as const, object: elements + i, name: `pulley${i}` })),
    ],
    profiles: [profile('cable', 0), profile('contact', 1), profile('contact', 0)],
    objects: [
      ...cables,
      itemOf({ name: 'pulley0' }),
      itemOf({ name: 'pulley1' }),
      itemOf({ name: 'contact0', drawnAs: { as: 'circle', radius, friction }, markers: [0, 2] }),
      itemOf({ name: 'contact1', drawnAs: { as: 'circle', radius, friction }, markers: [1, 2] }),
    ],
    markers: [
      itemOf({ name: 'pulley0', objects: [elements] }),
      itemOf({ name: 'pulley1', objects: [elements + 1] }),
      itemOf({ name: 'belt.0', objects: [0] }),
    ],
    display: {
      contour: { profiles: [0], label: 'tension', min: null, max: null },
      ground: null,
      camera: { follow: null, position: [0.2, -0.35, 1], up: [0, 1, 0], zoom: 1 },
    },
    analysis: [{ type: 'dynamic', startTime: 0, endTime: belt.endTime, numberOfSteps: 10 }],
  });
  change(model);
  const history = new RecordedHistory();
  history.configure(model);
  const rows = Array.from({ length: 11 }, (_, k) => row(0.1 * k, length, middles));
  history.append({ samples: rows.length, columns: rows[0].map((_, column) => Float64Array.from(rows, (values) => values[column])) });
  return { model, history };
}

function row(time: number, length: number, middles: number[]): number[] {
  const moved = 0.3 * time; // the belt runs
  const ends = middles.flatMap((_, i) =>
    [i, i + 1].flatMap((k) => {
      const { x, y, tx, ty } = onBelt(k * length + moved);
      return [x, y, tx, ty];
    }),
  );
  const turn = -moved / radius / 2;
  const pulleys = [0, distance].flatMap((x) => [x, 0, 0, Math.cos(turn), 0, 0, Math.sin(turn)]);
  const forces = middles.map((s) => contactForces(s + moved));
  return [time, ...ends, ...pulleys, ...forces.map(({ tension }) => tension), ...forces.map(({ n }) => n), ...forces.map(({ t }) => t)];
}

/** Tension, and normal and tangential contact force; the belt slips all around the right pulley and sticks on half of the left one. */
function contactForces(s: number): { tension: number; n: number; t: number } {
  const along = ((s % beltLength) + beltLength) % beltLength;
  const slack = 100 * Math.exp(-friction * Math.PI);
  if (along < distance) return { tension: 100, n: 0, t: 0 };
  if (along < distance + half) {
    const tension = 100 * Math.exp((-friction * (along - distance)) / radius);
    return { tension, n: tension / 10, t: (friction * tension) / 10 };
  }
  if (along < 2 * distance + half) return { tension: slack, n: 0, t: 0 };
  const angle = (along - 2 * distance - half) / radius;
  const tension = angle < Math.PI / 2 ? slack : slack + ((100 - slack) * (angle - Math.PI / 2)) / (Math.PI / 2);
  return { tension, n: tension / 10, t: angle < Math.PI / 2 ? 0 : 0.1 };
}
