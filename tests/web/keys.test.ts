// Every key that a document may contain is used: its value changes something computed, expanded or drawn.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Group, Mesh, type MeshStandardMaterial } from 'three';
import { describe, expect, test } from 'vitest';
import { displayFields, visualizationFields } from '../../wasm/engine/display';
import { fieldsOf } from '../../wasm/engine/fields';
import type { JsonSchema, ModelInfo, SimulationError } from '../../wasm/engine/types';
import { galleryEntry } from '../../web/src/gallery/entries';
import { describeScene } from '../../web/src/scene/description';
import { buildSolid } from '../../web/src/scene/solids';
import { stabilitySpec } from '../../web/src/stability/spec';
import { testEngine } from '../support/engine';
import { type Names, required, twoValues } from '../support/keys';
import { schema } from '../support/language';

type Values = Record<string, unknown>;

const engine = await testEngine();

/** Definitions of the schema whose names begin with this prefix, without the prefix. */
function tables(root: JsonSchema, prefix: string): [string, JsonSchema][] {
  return Object.entries(root.$defs ?? {}).flatMap(([name, table]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), table]] : []));
}

/** Whether one of some values changes the fingerprint, compared with no value or with another one. */
async function changesPrint(values: unknown[], print: (value: unknown) => Promise<string | null>): Promise<boolean> {
  let first: string | null = null;
  for (const value of values) {
    const found = await print(value);
    if (found === null) continue;
    if (first !== null && found !== first) return true;
    first ??= found;
  }
  return false;
}

function withKey(object: Values, key: string, value: unknown): Values {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...others, [key]: value };
}

describe('A drawing', () => {
  const names: Names = {
    sensors: ['place', 'speed'],
    objects: ['coin', 'table'],
    lines: ['belt', 'rope'],
    parameters: ['v', 'w'],
    inputs: ['a', 'b'],
  };
  const cable = { type: 'Cable2D', startPosition: [0, 0], endPosition: [1, 0], numberOfElements: 2, physicsMassPerLength: 1 };
  const moving = (name: string, outputVariableType: string) => ({ type: 'Body', name, bodyNumber: 'coin', outputVariableType });
  const base = {
    slipstick: 1,
    parameters: { v: { value: 2, min: 0, max: 4 }, w: 1 },
    create: [
      { type: 'RigidBody', name: 'coin', inertia: { shape: 'sphere', mass: 1, radius: 0.1 } },
      { ...cable, name: 'belt' },
      { ...cable, name: 'rope' },
    ],
    objects: [{ type: 'Ground', name: 'table' }],
    sensors: [moving('place', 'Position'), moving('speed', 'Velocity'), moving('turn', 'RotationMatrix'), moving('rate', 'RotationMatrix')],
  };
  const curve = { sensor: 'place' };
  const quantity = { outputVariableType: 'Position' };

  /** The place in a document of an object of each table, and the members that it needs besides the key under test. */
  const places: Record<string, { object?: Values; in: (object: Values) => Values }> = {
    display: { in: (display) => ({ display }) },
    camera: { in: (camera) => ({ display: { camera } }) },
    ground: { in: (ground) => ({ display: { ground } }) },
    sensors: { object: { curves: [curve] }, in: (plot) => ({ display: { plots: [plot] } }) },
    over: { object: { curves: [quantity] }, in: (plot) => ({ display: { plots: [plot] } }) },
    map: { object: quantity, in: (plot) => ({ display: { plots: [plot] } }) },
    spectrum: { object: { curves: [curve] }, in: (plot) => ({ display: { plots: [plot] } }) },
    spectrumSettings: { in: (spectrum) => ({ display: { plots: [{ spectrum, curves: [curve] }] } }) },
    curve: { in: (each) => ({ display: { plots: [{ curves: [each] }] } }) },
    channel: { in: (x) => ({ display: { plots: [{ x, curves: [curve] }] } }) },
    points: { in: (reference) => ({ display: { plots: [{ curves: [curve], reference }] } }) },
    along: { object: quantity, in: (each) => ({ display: { plots: [{ over: 'belt', curves: [each] }] } }) },
    vector: { in: (arrow) => ({ display: { arrows: [arrow] } }) },
    contour: { object: quantity, in: (contour) => ({ display: { contour } }) },
    preset: { object: { values: { v: 1 } }, in: (preset) => ({ display: { presets: [preset] } }) },
    stability: { in: (stability) => ({ display: { stability } }) },
    eigenvalues: { in: (reference) => ({ display: { stability: { parameter: 'v', reference } } }) },
    limit: { in: (limit) => ({ display: { stability: { parameter: 'v', limits: [limit] } } }) },
    gallery: { in: (gallery) => ({ display: { gallery } }) },
  };
  /** Values for keys for which values derived from the schema are unsuitable. */
  const special: Record<string, [unknown, unknown]> = {
    'vector.frame': ['turn', 'rate'],
    'along.outputVariableType': ['Position', 'Velocity'],
    'map.outputVariableType': ['Position', 'Velocity'],
    'contour.outputVariableType': ['Position', 'Velocity'],
    'stability.steps': [5, 9],
    'vector.components': [[0], [1, 2]],
    'disc.innerRadius': [0.1, 0.2],
    'mesh.points': [1, 2].map((x) => [
      [0, 0, 0],
      [x, 0, 0],
      [0, 1, 0],
    ]) as [unknown, unknown],
    'mesh.triangles': [
      [0, 1, 2],
      [0, 1, 2, 0, 2, 1],
    ],
    'display.camera': [{ zoom: 1 }, { zoom: 2 }],
    'display.gallery': [{ teaser: 'a' }, { teaser: 'b' }],
    'preset.values': [{ v: 1 }, { v: 3 }],
    'object.KinematicTree.links': [[{ color: '#112233' }], [{ color: '#445566' }]],
    'object.FFRFreducedOrder.triangleMesh': [
      [[0, 1, 2]],
      [
        [0, 1, 2],
        [1, 2, 3],
      ],
    ],
    'display.plots': [[{ curves: [curve] }], [{ curves: [curve, curve] }]],
    'display.contour': [quantity, { outputVariableType: 'Velocity' }],
    'display.presets': [[{ label: 'a', values: { v: 1 } }], [{ label: 'b', values: { v: 1 } }]],
  };

  /** Everything that the page draws and shows of a model. */
  function shown(model: ModelInfo): string {
    const scene = describeScene(model);
    const shapes = scene.bodies.flatMap((body) => body.shapes);
    const { plots, presets } = model.display;
    const recorded = model.profiles.map(({ over, of, outputVariableType, component, formula }) => [
      over,
      of,
      outputVariableType,
      component,
      formula,
    ]);
    const solids = shapes.map((shape) => (shape.type === 'text' ? shape : solidOf(buildSolid(shape, '#808080', 1))));
    return JSON.stringify({
      scene: { ...scene, bodies: scene.bodies.map(({ color, name, pose, position }) => ({ color, name, pose, position })) },
      solids,
      plots,
      recorded,
      presets,
      stability: stabilitySpec(model),
      card: galleryEntry('', model),
    });
  }

  function solidOf(solid: Group): unknown[] {
    const parts: unknown[] = [];
    solid.updateMatrixWorld(true);
    solid.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const { color, opacity } = part.material as MeshStandardMaterial;
      part.geometry.computeBoundingBox();
      parts.push([part.geometry.boundingBox, part.geometry.index?.count, part.matrixWorld.elements, color.getHex(), opacity]);
    });
    return parts;
  }

  async function print(document: object): Promise<string | null> {
    const { model } = await engine.check(JSON.stringify(document));
    return model && shown(model);
  }

  /** Keys of a table that change nothing on display. */
  async function unread(
    root: JsonSchema,
    name: string,
    table: JsonSchema,
    place: (object: Values) => object,
    more: Values = {},
  ): Promise<string[]> {
    const least = { ...required(root, table, names), ...more };
    const found: string[] = [];
    for (const [key, property] of Object.entries(table.properties ?? {})) {
      if (property.const !== undefined) continue;
      const values = special[`${name}.${key}`] ?? twoValues(root, property, names);
      const differs = await changesPrint([undefined, ...values], (value) => print(place(withKey(least, key, value))));
      if (!differs) found.push(`${name}.${key}`);
    }
    return found;
  }

  const solids = ['box', 'cylinder', 'line', 'sphere', 'disc', 'polyline', 'arrow', 'text', 'mesh'];
  const onCoin = (visualization: Values) => ({ ...base, create: [{ ...base.create[0], visualization }, ...base.create.slice(1)] });

  test('of a display depends on each of its keys', async () => {
    const all = tables(schema, 'display.');
    const aside = ['about', 'basedOn']; // shown as they stand in the document
    const known = [...Object.keys(places), ...solids, 'link', 'visualization', ...aside];
    expect(all.map(([name]) => name).sort()).toEqual(known.sort());
    const nothing: string[] = [];
    for (const [name, table] of all)
      if (places[name])
        nothing.push(...(await unread(schema, name, table, (object) => ({ ...base, ...places[name].in(object) }), places[name].object)));
    expect(nothing).toEqual([]);
  });

  test('of a solid depends on each of its keys', async () => {
    const nothing: string[] = [];
    for (const [name, table] of tables(schema, 'display.')) {
      if (!solids.includes(name)) continue;
      const corners = special['mesh.points'][0];
      const more = name === 'polyline' ? { points: corners } : name === 'mesh' ? { points: corners, triangles: [0, 1, 2] } : {};
      nothing.push(...(await unread(schema, name, table, (object) => onCoin({ graphics: [{ type: name, ...object }] }), more)));
    }
    expect(nothing).toEqual([]);
  });

  test('of an item depends on each key of its visualization', async () => {
    const nothing: string[] = [];
    for (const [file, type, table] of examples()) {
      const keys = table.properties!.visualization as JsonSchema;
      const item = exampleOf(file, type, table);
      const list = kindsOf(type).list;
      const place = (visualization: Values) => ({
        ...item,
        [list]: item[list].map((each) => (each.type === nameOf(type) ? { ...each, visualization } : each)),
      });
      const solid = keys.properties?.graphics ? { graphics: [{ type: 'sphere', radius: 0.1 }] } : {};
      nothing.push(...(await unread(schema, type, keys, place, solid)));
    }
    expect(nothing).toEqual([]);
  });

  test('does not depend on an unused key', async () => {
    const [, camera] = tables(schema, 'display.').find(([name]) => name === 'camera')!;
    const planted = { ...camera, properties: { ...camera.properties, planted: { type: 'number' } } };
    expect(await unread(schema, 'camera', planted, (object) => ({ ...base, display: { camera: object } }))).toEqual(['camera.planted']);
  });

  test('has no field that the page does not use', () => {
    const code = sourcesBelow('web/src').join('\n');
    const fields = [...fieldsOf(displayFields), ...fieldsOf(visualizationFields)].map((path) => path.slice(path.lastIndexOf('/') + 1));
    expect([...new Set(fields)].filter((field) => !new RegExp(`[.{,]\\s*${field}\\b`).test(code))).toEqual([]);
  });
});

const turned = [
  [0, -1, 0],
  [1, 0, 0],
  [0, 0, 1],
];

/** Other values near that of an example. */
function others(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [...new Set([1.000001 * value + 1e-6, 1.25 * value + 0.1, 0.5 * value, value + 1, 0, 1, 2])];
  if (!Array.isArray(value)) return [];
  if (Array.isArray(value[0]) && Array.isArray(value[0][0]))
    return [value.map(() => turned), value.map((matrix: number[][]) => matrix.map((row) => row.map((x) => 1.25 * x)))];
  if (Array.isArray(value[0])) return [value.map((row) => others(row)[0]), value.map((row: unknown[]) => row.map(() => 0)), turned];
  const near = value.map((entry, i) => (i === 0 && typeof entry === 'number' ? entry + 1e-6 : entry));
  if (value.length === 3 && Math.hypot(...value) === 1) return [[value[1], value[2], value[0]], [0.6, 0, 0.8], near];
  const most = Math.max(...value.map((entry) => (typeof entry === 'number' ? Math.abs(entry) : 0)));
  const larger = value.map((entry) => (typeof entry === 'number' ? 1.25 * entry || 0.01 * most || 1e-5 : entry)); // keeps an inertia valid
  const each = (which: number) => value.map((entry) => others(entry)[which] ?? entry);
  return [near, larger, each(1), each(3), value.map(() => 1), value.map(() => 0)];
}

describe('Items from creators', () => {
  const folder = 'tests/data/creators';
  /** Objects inside an entry: a creator whose example has one, and its place there. */
  const inner: Record<string, { creator: string; with: (entry: Values, object: Values) => Values }> = {
    ...Object.fromEntries(
      ['cuboid', 'cylinder', 'sphere', 'hollowSphere', 'rod', 'inertia'].map((shape) => [
        shape,
        { creator: 'RigidBody', with: (entry: Values, object: Values) => ({ ...entry, inertia: object }) },
      ]),
    ),
    circle: {
      creator: 'Belt',
      with: (entry, object) => ({ ...entry, circles: [object, ...(entry.circles as Values[]).slice(1)] }),
    },
    wall: { creator: 'Spheres', with: (entry, object) => ({ ...entry, walls: [object] }) },
  };

  /** A rotated body next to those of the example, for references and frames. */
  const other = {
    ...{ type: 'RigidBody', name: 'other', referencePosition: [3, 2, 1], referenceRotationMatrix: turned },
    inertia: { shape: 'sphere', mass: 1, radius: 0.1 },
  };
  /** Synonymous keys: an entry has one of them. */
  const aliases: Record<string, string> = { bodies: 'bodyNumbers', bodyNumbers: 'bodies', body: 'bodyNumber', bodyNumber: 'body' };
  const planar = (mass: number) => ({
    mass,
    inertiaTensor: [
      [3 * mass, 0, 0],
      [0, 3 * mass, 0],
      [0, 0, 3 * mass],
    ],
  }); // prettier-ignore
  const matrix = (rows: number, columns: number) => Array.from({ length: rows }, () => Array(columns).fill(1));
  const triangle = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];
  const end = { center: [0, 0], radius: 0, side: 'left' };
  const circles = [end, { center: [1, 0], radius: 0.1, side: 'right' }, { ...end, center: [2, 0] }];
  /** Values for keys for which values derived from the schema are unsuitable. */
  const special: Record<string, unknown[]> = {
    'RigidBody.inertia': [planar(1), { shape: 'sphere', mass: 1, radius: 0.1 }],
    'RigidBody2D.inertia': [planar(1), planar(2)],
    'Belt.circles': [circles, [circles[0], circles[2]]],
    'wall.trianglePoints': [undefined, triangle],
    'wall.quadPoints': [undefined, [...triangle, [1, -1, 0]]],
    ...Object.fromEntries(
      Object.entries({
        ...{ outputVariableModeBasis: [12, 12], mPsiTildePsi: [6, 2], mPsiTildePsiTilde: [6, 6] },
        ...{ mPhitTPsi: [3, 2], mPhitTPsiTilde: [3, 6], mXRefTildePsi: [3, 2], mXRefTildePsiTilde: [3, 6] },
      }).map(([key, [rows, columns]]) => [`FlexibleBody.${key}`, [undefined, matrix(rows, columns)]]),
    ),
    'FlexibleBody.massMatrixFF': ['0.1*identity(36)', '0.2*identity(36)'],
    'Belt.fixedStart': [
      [0, 0, 0, 0],
      [1, 1, 0, 0],
    ], // prettier-ignore
    'Belt.fixedEnd': [
      [0, 0, 0, 0],
      [1, 1, 0, 0],
    ], // prettier-ignore
  };
  /** Members that an entry needs besides the key under test, so that the key has an effect. */
  const beside = (name: string, key: string, first: string): Values => {
    if (key === 'useGlobalFrame') return { bodies: ['other', first] };
    if (name === 'circle' && key.startsWith('slide')) return { slideDirection: [1, 0], speed: undefined };
    if (name === 'circle' && ['body', 'bearing'].includes(key)) return { speed: undefined, mass: key === 'body' ? undefined : 1 };
    if (key === 'com' && name === 'inertia') return planar(1);
    if (key === 'inertiaTensorAtCOM') return { ...planar(1), com: [1, 0, 0] };
    if (key === 'outputVariableTypeModeBasis') return { outputVariableModeBasis: matrix(12, 12) };
    if (key === 'density') return { mass: undefined };
    if (key === 'positions') return { numberOfSpheres: undefined };
    if (name === 'wall' && key === 'body') return { trianglePoints: triangle };
    if (name === 'Belt' && (key === 'circles' || key.startsWith('fixed'))) return { circles, closed: false };
    return {};
  };

  /** Keys of a creator, or of an object inside an entry, that do not change the items. */
  async function idle(name: string, table: JsonSchema): Promise<string[]> {
    const { creator, with: put } = inner[name] ?? { creator: name, with: (_: Values, object: Values) => object };
    const document = JSON.parse(readFileSync(join(folder, `${creator}.json`), 'utf8')) as Record<string, Values[]>;
    const place = document.create.findIndex((entry) => entry.type === creator);
    expect(place, name).toBeGreaterThanOrEqual(0);
    const entry = document.create[place];
    const first = (document.create.find((each) => /Body|MassPoint/.test(each.type as string))?.name ?? 'other') as string;
    const names: Names = { sensors: ['s', 't'], objects: [first, 'other'], lines: ['l', 'm'], parameters: ['p', 'q'], inputs: ['a', 'b'] };
    const own =
      name === creator
        ? entry
        : name === 'circle'
          ? (entry.circles as Values[])[0]
          : { ...required(schema, table, names), ...(table.properties?.mass && { mass: 1 }) };
    const found: string[] = [];
    for (const [key, property] of Object.entries(table.properties!)) {
      if (['type', 'shape', 'name', 'visualization'].includes(key) || property.const !== undefined) continue;
      if (key === 'numberOfModes') continue; // its size depends on other keys: tests/core/creators/creators.cpp
      const { [aliases[key] ?? '']: _, ...least } = { ...own, ...beside(name, key, first) };
      const differs = await changesPrint(valuesOf(name, key, property, own[key] ?? property.default, names), async (value) => {
        const changed = put(entry, withKey(least, key, value));
        const create = [other, ...document.create.map((each, i) => (i === place ? changed : each))];
        return engine.expand(JSON.stringify({ slipstick: 1, create })).catch(() => null);
      });
      if (!differs) found.push(`${name}.${key}`);
    }
    return found;
  }

  function valuesOf(name: string, key: string, property: JsonSchema, given: unknown, names: Names): unknown[] {
    const [first, second] = names.objects;
    if (special[`${name}.${key}`]) return special[`${name}.${key}`];
    if (['body', 'bodyNumber', 'bearing'].includes(key)) return [undefined, first, second];
    if (key === 'bodies' || key === 'bodyNumbers')
      return [
        [null, first],
        [null, second],
        [first, second],
        [second, first],
      ]; // prettier-ignore
    if (property.$ref?.endsWith('userFunction')) return [undefined, 't', ...[2, 3, 6, 9, 81].map((size) => Array(size).fill('t'))];
    return [undefined, given, ...others(given), ...(property.enum ?? []), ...twoValues(schema, property, names)];
  }

  test('depend on each of their keys', async () => {
    const nothing: string[] = [];
    for (const [name, table] of tables(schema, 'create.')) nothing.push(...(await idle(name, table)));
    expect(nothing).toEqual([]);
  });

  test('do not depend on an unused key', async () => {
    const table = schema.$defs!['create.MassPoint'];
    const planted = { ...table, properties: { planted: { type: 'number' } } } as JsonSchema;
    expect(await idle('MassPoint', planted)).toEqual(['MassPoint.planted']);
  });
});

describe('A result', () => {
  /** The last sample of a run and its drawing; null if the model does not run. */
  async function print(document: object): Promise<string | null> {
    const run = engine.start(JSON.stringify(document));
    try {
      const model = await run.model;
      for await (const _ of run);
      const { columns, samples } = run.history;
      const drawn = describeScene(model);
      return JSON.stringify([columns.map((column) => [column[1 % samples], column[samples - 1]]), drawn, run.eigenvalues]);
    } catch {
      return null;
    }
  }

  test('depends on each parameter of an item', { timeout: 600_000 }, async () => {
    const nothing: string[] = [];
    for (const [file, type, table] of examples()) {
      const document = exampleOf(file, type, table);
      const { list } = kindsOf(type);
      const place = document[list].findIndex((item) => item.type === nameOf(type));
      expect(place, file).toBeGreaterThanOrEqual(0);
      for (const [key, property] of Object.entries(table.properties!)) {
        if (['type', 'name', 'visualization'].includes(key) || provenElsewhere(type, key, property)) continue;
        const given = document[list][place][key] ?? property.default;
        const values = [undefined, given, ...others(given), ...(property.enum ?? [])];
        const differs = await changesPrint(values, (value) =>
          print({ ...document, [list]: document[list].map((item, i) => (i === place ? withKey(item, key, value) : item)) }),
        );
        if (!differs) nothing.push(`${type}.${key}`);
      }
    }
    expect(nothing).toEqual([]);
  });

  /**
   * References to missing items are refused, tests/wasm/every_user_function.test.ts calls each user function, and tables of effects have a
   * row for each parameter of some connectors.
   */
  function provenElsewhere(type: string, key: string, { $ref, items, description = '' }: JsonSchema): boolean {
    const refers = [$ref, items?.$ref].some((each) => /reference|userFunction|outputVariable/.test(each ?? ''));
    return refers || description.startsWith('accepted for exchange') || effects.has(nameOf(type)) || `${type}.${key}` in elsewhere;
  }

  const connectors = sourcesBelow('tests/core/items/connectors').join('\n');
  const effects = new Set([...connectors.matchAll(/expectEffects\(\s*"(\w+)"/g)].map(([, type]) => type));

  /** Parameters with an effect only in circumstances that no example has, and the tests that create them. */
  const elsewhere: Record<string, string> = {
    'node.GenericData.numberOfDataCoordinates': 'tests/core/items/nodes/nodes.cpp',
    'node.GenericODE1.numberOfODE1Coordinates': 'tests/core/items/bodies/GenericODE1.cpp',
    'node.GenericODE2.referenceCoordinates': 'tests/core/items/nodes/nodes.cpp',
    'node.GenericODE2.numberOfODE2Coordinates': 'tests/core/items/bodies/KinematicTree.cpp',
    'object.ConnectorCoordinate.velocityLevel': 'tests/validation/joints.cpp',
    ...Object.fromEntries(
      ['valveOpening0', 'valveOpening1'].map((key) => [
        `object.ConnectorHydraulicActuatorSimple.${key}`, // in the example a parameter
        'tests/core/items/connectors/ConnectorHydraulicActuatorSimple.cpp',
      ]),
    ),
    'object.ConnectorReevingSystemSprings.hasCoordinateMarkers': 'tests/core/items/connectors/ConnectorReevingSystemSprings.cpp',
    'object.ConnectorReevingSystemSprings.dampingTorsional': 'tests/core/items/connectors/ConnectorReevingSystemSprings.cpp',
    'object.ConnectorReevingSystemSprings.regularizationForce': 'tests/core/items/connectors/ConnectorReevingSystemSprings.cpp',
    'object.ConnectorReevingSystemSprings.sheavesAxes': 'tests/core/items/connectors/ConnectorReevingSystemSprings.cpp',
    ...Object.fromEntries(
      [
        ...['constantPullOffForce', 'contactPlasticityRatio', 'adhesionCoefficient', 'adhesionExponent', 'sphereSphereContact'],
        ...['spheresMaterials', 'triangleMaterials', 'cableMaterials', 'cableHalfHeights', 'cableMarkers', 'contactModel'],
        ...['friction', 'stiffness', 'damping', 'cableStiffness', 'cableDamping'].map((key) => `${key}Pairings`),
      ].map((key) => [`object.ContactSpheres.${key}`, 'tests/core/items/connectors/ContactSpheres.cpp']),
    ),
    'object.JointALEMoving2D.usePenaltyFormulation': 'tests/validation/sliding.cpp',
    'object.JointALEMoving2D.penaltyStiffness': 'tests/validation/sliding.cpp',
    'object.JointGeneric.offsetUserFunctionParameters': 'tests/core/items/constraints/joints.cpp',
    'object.JointGeneric.alternativeConstraints': 'tests/core/items/constraints/joints.cpp',
    'object.JointRollingDisc.discRadius': 'tests/core/items/constraints/JointRollingDisc.cpp',
    'object.KinematicTree.linkParents': 'tests/core/items/bodies/KinematicTree.cpp',
    'object.KinematicTree.jointTransformations': 'tests/core/items/bodies/KinematicTree.cpp',
    'object.KinematicTree.linkInertiasCOM': 'tests/core/items/bodies/KinematicTree.cpp',
    'object.FFRFreducedOrder.massMatrixFF': 'tests/core/items/bodies/FFRFreducedOrder.cpp',
    'object.FFRFreducedOrder.computeFFRFterms': 'tests/core/items/bodies/FFRFreducedOrder.cpp',
    'object.FFRFreducedOrder.outputVariableTypeModeBasis': 'tests/core/items/bodies/FFRFreducedOrder.cpp',
    'marker.SuperElementRigid.rotationsExponentialMap': 'tests/core/items/bodies/FFRFreducedOrder.cpp',
    'marker.SuperElementRigid.useAlternativeApproach': 'tests/core/items/bodies/FFRFreducedOrder.cpp',
    'marker.BodiesRelativeRotationCoordinate.localPosition0': 'tests/core/items/markers/BodiesRelativeCoordinates.cpp',
    'marker.BodiesRelativeRotationCoordinate.localPosition1': 'tests/core/items/markers/BodiesRelativeCoordinates.cpp',
    'marker.BodyCable2DShape.numberOfSegments': 'tests/core/items/markers/cables.cpp',
    'marker.BodyCable2DShape.verticalOffset': 'tests/core/items/markers/cables.cpp',
    'load.TorqueVector.bodyFixed': 'tests/core/items/loads/loads.cpp',
    ...Object.fromEntries(
      ['position', 'cylinderRadius', 'surfaces', 'measureVelocity'].map((key) => [
        `sensor.Distance.${key}`,
        'tests/core/items/sensors/Distance.cpp',
      ]),
    ),
    'sensor.UserFunction.factors': 'tests/core/items/sensors/sensors.cpp',
    'sensor.Input.input': 'tests/core/live.cpp',
  };

  test('depends on the other parameters, as separate tests show', () => {
    for (const [parameter, file] of Object.entries(elsewhere))
      expect(readFileSync(file, 'utf8'), parameter).toContain(parameter.slice(parameter.lastIndexOf('.') + 1));
    expect(effects.size).toBeGreaterThan(4);
  });
});

describe('A step of the analysis', () => {
  const pendulum = {
    create: [
      ...[1, 2].map((x) => ({
        ...{ type: 'RigidBody', name: `bar${x}`, referencePosition: [x - 0.5, 0, 0], gravity: [0, 0, -9.81] },
        inertia: { shape: 'cuboid', mass: 1, sideLengths: [1, 0.1, 0.1] },
      })),
      { type: 'RevoluteJoint', name: 'hinge', bodies: [null, 'bar1'], axis: [0, 1, 0] },
      { type: 'RevoluteJoint', bodies: ['bar1', 'bar2'], position: [1, 0, 0], axis: [0, 1, 0] },
    ],
    sensors: [
      { type: 'Body', bodyNumber: 'bar2', outputVariableType: 'Position' },
      { type: 'Object', objectNumber: 'hinge', outputVariableType: 'ForceLocal' },
    ],
  };
  const ball = {
    create: [
      { type: 'Ground', name: 'floor' },
      { type: 'MassPoint', name: 'ball', physicsMass: 1, referencePosition: [0, 0, 0.3], gravity: [0, 0, -9.81] },
      {
        ...{ type: 'SphereSphereContact', bodies: ['floor', 'ball'], spheresRadii: [0.1, 0.1] },
        ...{ contactStiffness: 1e5, contactDamping: 100, contactStiffnessExponent: 1.5 },
      },
    ],
    sensors: [{ type: 'Body', bodyNumber: 'ball', outputVariableType: 'Position' }],
  };
  const bouncing = { ...ball, create: ball.create.map((each) => ('contactDamping' in each ? { ...each, contactDamping: 0 } : each)) };
  const follower = (load: Values) => ({
    nodes: [{ type: 'Point2D', name: 'node', referenceCoordinates: [1, 0], initialVelocities: [0, 1] }],
    objects: [
      { type: 'Ground', name: 'ground' },
      { type: 'MassPoint2D', name: 'mass', physicsMass: 1, nodeNumber: 'node' },
      { type: 'ConnectorSpringDamper', markerNumbers: [0, 1], referenceLength: 0.8, stiffness: 100, damping: 1 },
    ],
    markers: ['ground', 'mass'].map((bodyNumber) => ({ type: 'BodyPosition', bodyNumber })),
    loads: [{ type: 'ForceVector', markerNumber: 1, loadVector: [3, 2, 0], ...load }],
    sensors: [
      { type: 'Body', name: 'place', bodyNumber: 'mass', outputVariableType: 'Position' },
      { type: 'Body', name: 'again', bodyNumber: 'mass', outputVariableType: 'Velocity' },
    ],
  });
  const falling = {
    nodes: [
      ...['RotVecLG', 'Rxyz'].map((kind, i) => ({
        ...{ type: `RigidBody${kind}`, name: kind, referenceCoordinates: [i, 0, 0, 0, 0, 0] },
        initialVelocities: [0, 1, 0, 1, 2, 3],
      })),
      { type: 'PointGround', name: 'fixed' },
    ],
    objects: [
      { type: 'Ground' },
      ...[1, 0].map((i) => ({ type: 'RigidBody', nodeNumber: i, physicsMass: 1, physicsInertia: [1, 2, 3, 0, 0, 0] })),
      { type: 'ConnectorCoordinate', name: 'held', markerNumbers: [2, 3] },
    ],
    markers: [
      { type: 'BodyRigid', bodyNumber: 2, localPosition: [0, 1, 0] },
      { type: 'BodyRigid', bodyNumber: 1, localPosition: [0, 1, 0] },
      { type: 'NodeCoordinate', nodeNumber: 'RotVecLG', coordinate: 0 },
      { type: 'NodeCoordinate', nodeNumber: 'fixed', coordinate: 0 },
    ],
    loads: [0, 1].map((markerNumber) => ({ type: 'ForceVector', markerNumber, loadVector: [0, 0, 3], bodyFixed: true })),
    sensors: [1, 2].map((bodyNumber) => ({ type: 'Body', bodyNumber, outputVariableType: 'Acceleration' })),
  };
  const free = { ...falling, objects: falling.objects.slice(0, 3), markers: falling.markers.slice(0, 2) };
  const door = {
    create: [
      { ...pendulum.create[0], name: 'door' },
      ...[0, 1].map((z) => ({ type: 'RevoluteJoint', bodies: [null, 'door'], position: [0, 0, z], axis: [0, 0, 1] })),
    ],
    sensors: [{ type: 'Body', bodyNumber: 'door', outputVariableType: 'Position' }],
  };
  const pushed = {
    create: [
      { type: 'Ground', name: 'wall' },
      { ...pendulum.create[0], name: 'block', gravity: [0, 0, 0] },
      {
        ...{
          type: 'RigidBodySpringDamper',
          bodies: ['wall', 'block'],
          stiffness: 'diag([100, 100, 100, 9, 9, 9])',
        },
      },
      { type: 'Force', body: 'block', localPosition: [0, 1, 0], loadVector: [1, 2, 3], bodyFixed: true },
    ],
    sensors: [{ type: 'Body', bodyNumber: 'block', outputVariableType: 'Position' }],
  };
  /** Drawn where its rod does not hold. */
  const apart = {
    create: [
      { type: 'Ground', name: 'wall' },
      { type: 'RigidBody2D', name: 'bar', referencePosition: [1, 0, 0], inertia: { shape: 'sphere', mass: 1, radius: 1 } },
      { type: 'CartesianSpringDamper', bodies: ['wall', 'bar'], stiffness: [100, 10, 0] },
      { type: 'TorsionalSpringDamper', bodies: ['wall', 'bar'], stiffness: 1 },
      { type: 'DistanceConstraint', bodies: ['wall', 'bar'], localPosition1: [0, 1, 0], distance: 0.1 },
    ],
    sensors: [{ type: 'Body', bodyNumber: 'bar', outputVariableType: 'Position' }],
  };
  const cooling = {
    nodes: [{ type: 'GenericODE1', name: 'heat', numberOfODE1Coordinates: 1, initialCoordinates: [2] }],
    objects: [{ type: 'GenericODE1', nodeNumbers: ['heat'], systemMatrix: [[-3]], rhsVector: [1] }],
    sensors: [{ type: 'Node', nodeNumber: 'heat', outputVariableType: 'Coordinates' }],
  };
  const belt = JSON.parse(readFileSync('tests/data/creators/Belt.json', 'utf8'));
  const { type: _, ...tension } = belt.analysis[0];
  const short = { endTime: 0.3, numberOfSteps: 30, sensorsWritePeriod: 0.05 };
  const trips = { newton: { maxIterations: 3 } }; // an iteration limit that makes steps repeat

  /** Models and steps in which settings have an effect; another step may come before. */
  const cases: Record<string, [model: object, step: Values, before?: Values][]> = {
    dynamic: [
      [pendulum, short],
      [pendulum, { endTime: 0.3 }],
      [{ ...pendulum, events: [{ step: 0, grab: 'bar2', to: [2, 0, 1] }] }, short],
      [pendulum, { ...short, endTime: 2, numberOfSteps: 12, newton: { useModifiedNewton: true, maxModifiedNewtonIterations: 3 } }],
      [pendulum, { ...short, endTime: 2, newton: { useModifiedNewton: true, maxModifiedNewtonIterations: 3 } }],
      [
        pendulum,
        { ...short, endTime: 2, numberOfSteps: 12, exudynWays: true, newton: { useModifiedNewton: true, maxModifiedNewtonIterations: 3 } },
      ],
      [pendulum, { ...short, endTime: 1, numberOfSteps: 4, ...trips }],
      [pushed, short],
      [follower({}), { ...short, solver: 'DOPRI5', initialStepSize: 0.001 }],
      [
        belt,
        {
          ...short,
          endTime: 0.02,
          numberOfSteps: 4,
          newton: { useModifiedNewton: true, relativeTolerance: 1e-12, absoluteTolerance: 0.1 },
        },
      ],
      [pendulum, { ...short, solver: 'TrapezoidalIndex2' }],
      [pendulum, { ...short, newton: { useModifiedNewton: true } }],
      [pendulum, { ...short, generalizedAlpha: { computeInitialAccelerations: false } }, short],
      [ball, { ...short, numberOfSteps: 8 }],
      [ball, { ...short, numberOfSteps: 8, ...trips }],
      [bouncing, { ...short, numberOfSteps: 300 }],
      [ball, { ...short, numberOfSteps: 8, discontinuous: { maxIterations: 1, iterationTolerance: 1e-9 } }],
      [door, short],
      ...['RK44', 'DOPRI5'].flatMap((solver): [object, Values][] =>
        [follower({}), free, falling].map((model) => [model, { ...short, solver }]),
      ),
    ],
    static: [
      [follower({}), { numberOfLoadSteps: 3, sensorsWritePeriod: 0.1 }],
      [follower({ loadVector: [300, 200, 0] }), { newton: { useModifiedNewton: true } }],
      [follower({ loadVector: [300, 200, 0] }), trips],
      [follower({}), { numberOfLoadSteps: 3, loadStepGeometric: true }],
      [ball, { numberOfLoadSteps: 2, stabilizerODE2term: 1 }],
      [door, { stabilizerODE2term: 1 }],
      [cooling, {}],
      [{ ...belt, analysis: undefined }, tension],
      [belt, { ...tension, newton: { useModifiedNewton: true, maxModifiedNewtonIterations: 3 } }],
      [belt, { stabilizerODE2term: 1, discontinuous: { maxIterations: 1, iterationTolerance: 1e-9 } }],
      [belt, { ...tension, numberOfLoadSteps: 10, newton: { relativeTolerance: 1e-12, absoluteTolerance: 1e-5 } }],
      [
        belt,
        {
          ...tension,
          numberOfLoadSteps: 20,
          stabilizerODE2term: 1e3,
          set: tension.set.filter((each: Values) => !('frictionCoefficient' in each)),
        },
      ],
      [pushed, {}],
      [apart, {}],
      [belt, { ...tension, newton: { useModifiedNewton: true, relativeTolerance: 1e-4, absoluteTolerance: 1e-2 } }],
      [
        { ...ball, create: ball.create.map((each) => ({ ...each, ...(each.name === 'ball' && { initialVelocity: [0, 0, -3] }) })) },
        { numberOfLoadSteps: 2, stabilizerODE2term: 1e4 },
      ],
    ],
    eigenvalues: [
      [follower({}), {}],
      [door, {}],
      [apart, {}],
    ],
  };
  /** Settings without effect on the result, and their tests. */
  const silent: Record<string, string> = {
    'dynamic.balanceTolerance': 'only a balance of energy reads it; web/energy/run-energies',
    'eigenvalues.computeModes': 'mode shapes are no numbers of a result; tests/wasm/engine',
    'static.discontinuous.recommendAtParting': 'nothing parts where there are no velocities; above, in a dynamic step',
  };

  async function print(document: object): Promise<string | null> {
    const run = engine.start(JSON.stringify({ slipstick: 1, ...document }));
    let problem = '';
    try {
      for await (const _ of run);
    } catch (error) {
      if ((error as SimulationError).code === 'model') return null; // a value that is refused
      problem = (error as Error).message;
    }
    const { columns, samples } = run.history;
    const { wallSeconds: _, ...work } = run.statistics;
    return JSON.stringify([problem, work, columns.map((column) => Array.from(column.slice(0, samples))), run.eigenvalues]);
  }

  /** Settings of a step, by path. */
  function settingsOf(table: JsonSchema, path: string[] = []): [path: string[], setting: JsonSchema][] {
    return Object.entries(table.properties ?? {}).flatMap(([key, setting]): [string[], JsonSchema][] => {
      if (setting.description?.startsWith('accepted for exchange')) return [];
      return setting.properties ? settingsOf(setting, [...path, key]) : [[[...path, key], setting]];
    });
  }
  function withSetting(step: Values, [key, ...rest]: string[], value: unknown): Values {
    return withKey(step, key, rest.length === 0 ? value : withSetting((step[key] ?? {}) as Values, rest, value));
  }

  test('depends on each of its settings', { timeout: 600_000 }, async () => {
    const nothing: string[] = [];
    for (const [type, table] of tables(schema, 'analysis.')) {
      if (!cases[type]) continue;
      for (const [path, setting] of settingsOf(table)) {
        if (['type', 'set', 'endWhen'].includes(path[0])) continue;
        const values = [undefined, ...others(setting.default), ...(setting.enum ?? []), 1e-3, 1e-12, 1e-5, 3];
        let differs = false;
        for (const [model, step, before] of cases[type])
          differs ||= await changesPrint(values, (value) => {
            const analysis = [...(before ? [before] : []), { type, ...withSetting(step, path, value) }];
            return print({ ...model, analysis });
          });
        if (differs === `${type}.${path.join('.')}` in silent) nothing.push(`${type}.${path.join('.')}`);
      }
    }
    expect(nothing).toEqual([]);
  });
});

describe('A limit that ends the run', () => {
  test('depends on each of its keys', async () => {
    const [table] = tables(schema, 'analysis.').flatMap(([name, each]) => (name === 'end' ? [each] : []));
    const ball = {
      slipstick: 1,
      create: [{ type: 'MassPoint', name: 'ball', physicsMass: 1, initialVelocity: [1, -1, 2] }],
      sensors: ['Position', 'Velocity'].map((name) => ({ type: 'Body', name, bodyNumber: 'ball', outputVariableType: name })),
    };
    const ended = async (limit: Values): Promise<string | null> => {
      const run = engine.start(JSON.stringify({ ...ball, analysis: { endWhen: [limit] } }));
      try {
        for await (const _ of run);
      } catch {
        return null;
      }
      return run.statistics.ended;
    };
    const values: Values = {
      sensor: ['Position', 'Velocity'],
      component: [0, 2],
      above: [0.3, 0.6],
      below: [-0.5, 0.2],
      message: ['Here.', 'There.'],
    };
    const nothing: string[] = [];
    for (const key of Object.keys(table.properties!)) {
      const least = { sensor: 'Position', component: key === 'below' ? 1 : 0, ...(key === 'below' ? {} : { above: 0.5 }) };
      if (!(await changesPrint(values[key] as unknown[], (value) => ended(withKey(least, key, value))))) nothing.push(key);
    }
    expect(nothing).toEqual([]);
  });
});

/** The example of each item type: its file, the name of its definition, its schema. */
function examples(): [file: string, type: string, table: JsonSchema][] {
  return ['node', 'object', 'marker', 'load', 'sensor'].flatMap((kind) =>
    tables(schema, `${kind}.`).map(([name, table]): [string, string, JsonSchema] => [
      `tests/data/items/${kind}s/${name}.json`,
      `${kind}.${name}`,
      table,
    ]),
  );
}

/**
 * The example of a type. Without a file, a generated one: two bodies that move apart, with the type between their markers and effective
 * numbers.
 */
function exampleOf(file: string, type: string, table: JsonSchema): Record<string, Values[]> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const body = (name: string, referencePosition: number[], initialVelocity: number[]) => ({
    ...{ type: 'RigidBody', name, referencePosition, initialVelocity },
    inertia: { shape: 'sphere', mass: 1, radius: 0.1 },
  });
  const numbers = Object.entries(table.properties ?? {}).filter(([, { default: value }]) => typeof value === 'number');
  const item = { type: nameOf(type), markerNumbers: [0, 1], ...Object.fromEntries(numbers.map(([key]) => [key, 2])) };
  return {
    slipstick: 1,
    create: [body('a', [0, 0, 0], [0, 0, 0]), body('b', [1, 0.3, 0.1], [0.5, 0, 0])],
    markers: ['a', 'b'].map((bodyNumber) => ({ type: 'BodyRigid', bodyNumber })),
    [kindsOf(type).list]: [item],
    sensors: ['a', 'b'].map((bodyNumber) => ({ type: 'Body', name: bodyNumber, bodyNumber, outputVariableType: 'Position' })),
    analysis: [{ endTime: 0.1, numberOfSteps: 10 }],
  } as unknown as Record<string, Values[]>;
}

function nameOf(type: string): string {
  return type.slice(type.indexOf('.') + 1);
}

function kindsOf(type: string): { kind: string; list: string } {
  const kind = type.slice(0, type.indexOf('.'));
  return { kind, list: `${kind}s` };
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    /\.(ts|cpp|h)$/.test(file) ? [readFileSync(join(folder, file), 'utf8')] : [],
  );
}
