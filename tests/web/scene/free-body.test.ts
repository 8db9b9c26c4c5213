import { describe, expect, it } from 'vitest';
import { RecordedHistory } from '../../../wasm/engine/history';
import type { ModelInfo } from '../../../wasm/engine/types';
import { connectedBodies, noFreeBody } from '../../../web/src/scene/about-body';
import { actingOn, diagramAt, freeBodySensors, largestOf, largestSize, turnOf } from '../../../web/src/scene/free-body';
import { questionOf } from '../../../web/src/scene/question';

const item = (name: string, more: object = {}) => ({ type: '', name, nodes: [], objects: [], markers: [], ...more });

/** A crank on a hinge with a rod, and a block that neither touches. */
const model = {
  nodes: [item('n0'), item('n1')],
  objects: [
    item('crank', { nodes: [0] }),
    item('block', { nodes: [1] }),
    item('hinge', { markers: [0, 1] }),
    item('rod', { markers: [2, 3] }),
    item('guide', { markers: [0, 3] }),
  ],
  markers: [item('ground'), item('pivot', { objects: [0] }), item('tip', { nodes: [0] }), item('middle', { objects: [1] })],
  loads: [item('drive', { markers: [2] }), item('push', { markers: [3] })],
  poses: [{ kind: 'frame', object: 0, name: 'crank', column: 1, size: 7 }],
} as unknown as ModelInfo;

describe('The free-body diagram', () => {
  it('has what acts on markers of the body and of its node', () => {
    expect(actingOn(model, 0, false).map(({ name }) => name)).toEqual(['hinge', 'rod', 'drive']);
    expect(actingOn(model, 1, true).map(({ kind, name }) => [kind, name])).toEqual([
      ['connector', 'rod'],
      ['connector', 'guide'],
      ['load', 'push'],
      ['hands', ''],
    ]);
  });

  it('is measured by three sensors for each item, and the inertia by the body itself', () => {
    const sensors = freeBodySensors('block', actingOn(model, 1, true));
    expect(sensors).toHaveLength(15);
    expect(sensors[3]).toEqual({ type: 'ForceOnBody', bodyNumber: 'block', objectNumber: 'guide', outputVariableType: 'Force' });
    expect(sensors[7]).toEqual({ type: 'ForceOnBody', bodyNumber: 'block', loadNumber: 'push', outputVariableType: 'Torque' });
    expect(sensors[9]).toEqual({ type: 'ForceOnBody', bodyNumber: 'block', outputVariableType: 'Force' });
    expect(sensors[14]).toMatchObject({ objectNumber: 'block', outputVariableType: 'Position' });
  });

  it('finds the bodies on which a joint acts', () => {
    expect(connectedBodies(model, 'hinge')).toEqual(['crank']);
    expect(connectedBodies(model, 'rod')).toEqual(['crank', 'block']);
    expect(connectedBodies(model, 'crank')).toEqual([]);
  });

  it('explains why an object has none', () => {
    const more = { ...model, objects: [...model.objects, item('wall'), item('beam', { nodes: [0, 1] })] } as ModelInfo;
    expect(noFreeBody(more, 'crank')).toBe('');
    expect(noFreeBody(more, 'nobody')).toBe('This model has no body “nobody”, so there is no free body to show.');
    expect(noFreeBody(more, 'hinge')).toBe('“hinge” is not a body, so it has no free-body diagram.');
    expect(noFreeBody(more, 'wall')).toBe('“wall” does not move, so it has no free-body diagram.');
    expect(noFreeBody(more, 'beam')).toContain('flexible');
  });

  it('asks for the force of an item by a separate sensor', () => {
    const [hinge] = actingOn(model, 0, false);
    const { sensor, name, formula, unit } = questionOf('crank', hinge, 'torque', 3);
    expect(sensor).toEqual({ type: 'ForceOnBody', bodyNumber: 'crank', objectNumber: 'hinge', outputVariableType: 'Torque' });
    expect([name, formula('x'), unit]).toEqual(['torque of hinge on crank', 'max(norm(x))', 'N·m']);
  });

  it('compares the sum with the inertia, in axes of choice', () => {
    const names = Array.from({ length: 9 }, (_, i) => `measured ${i}`);
    const sensors = names.map((name, i) => ({ name, unit: '', components: ['x', 'y', 'z'], column: 8 + 3 * i }));
    const measured = { ...model, sensors, profiles: [], solver: [], width: 8 + 27 } as unknown as ModelInfo;
    const history = new RecordedHistory();
    history.configure(measured);
    const half = Math.SQRT1_2; // a quarter turn about z
    const row = (force: number) => [
      ...[0, 0, 0, half, 0, 0, half],
      ...[force, 0, 0, 0, 0, 2, 0, 1, 0], // one item: force, torque and place
      ...[1, 5, 0, 0, 0, 0, 0, 0, 0],
      ...[force + 1, 5, 0, 0, 0, 2, 0, 0, 0], // inertia
    ];
    const rows = [
      [0, ...row(2)],
      [1, ...row(4)],
    ];
    history.append({ samples: 2, columns: rows[0].map((_, i) => Float64Array.from(rows, (each) => each[i])) });
    const recording = { model: measured, history };
    const numbers = ({ parts, ...others }: ReturnType<typeof diagramAt>) => ({
      parts: parts.map((part) => part.toArray()),
      ...Object.fromEntries(Object.entries(others).map(([key, vector]) => [key, vector.toArray()])),
    });
    expect(numbers(diagramAt(recording, names, 'force', 0.5, null))).toEqual({
      parts: [
        [3, 0, 0],
        [1, 5, 0],
      ],
      sum: [4, 5, 0],
      inertia: [4, 5, 0],
      difference: [0, 0, 0],
    });
    expect(numbers(diagramAt(recording, names, 'torque', 0, null)).parts).toEqual([
      [0, 0, 2],
      [0, 0, 0],
    ]);
    expect(numbers(diagramAt(recording, names, 'torque', 0, null, 0))).toEqual({
      parts: [
        [0, 0, 4],
        [0, 0, 1],
      ],
      sum: [0, 0, 5],
      inertia: [0, 0, 5],
      difference: [0, 0, 0],
    });
    expect(largestOf(recording, names, 'force')).toBe(5);
    expect(largestSize(recording, names[3])).toBe(Math.hypot(1, 5));
    const turn = turnOf(recording, 0, 0);
    expect(turn?.toArray()).toEqual([0, 0, half, half].map((part) => expect.closeTo(part)));
    const turned = diagramAt(recording, names, 'force', 0.5, turn).sum;
    expect(turned.toArray()).toEqual([5, -4, 0].map((part) => expect.closeTo(part)));
    expect(diagramAt(recording, names, 'torque', 0, turn).parts[0].toArray()).toEqual([0, 0, 2].map((part) => expect.closeTo(part)));
  });
});
