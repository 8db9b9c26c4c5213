// The page imports robots as the program does: the same documents, from files by path.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRobot } from '../../web/src/editor/robots';
import { testEngine } from '../support/engine';

const folder = 'tests/data/robots';
const engine = await testEngine();
const files = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => /\.(xml|urdf)$/.test(name))
    .map((name) => [`robots/${name}`, new Uint8Array(readFileSync(`${folder}/${name}`))]),
);
const bytes = (text: string) => new TextEncoder().encode(text);

/** A tetrahedron as a binary STL file. */
function binaryStl(): Uint8Array {
  const corners = [
    [0, 0, 0],
    [0.2, 0, 0],
    [0, 0.2, 0],
    [0, 0, 0.2],
  ];
  const faces = [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ];
  const view = new DataView(new ArrayBuffer(84 + 50 * faces.length));
  view.setUint32(80, faces.length, true);
  faces.forEach((face, i) => {
    face.forEach((corner, k) => {
      for (let axis = 0; axis < 3; axis++) view.setFloat32(84 + 50 * i + 12 + 12 * k + 4 * axis, corners[corner][axis], true);
    });
  });
  return new Uint8Array(view.buffer);
}
const withMesh = `<mujoco model="stone"><asset><mesh name="m" file="meshes/stone.stl"/></asset>
<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`;

describe('robots', () => {
  test.each(['arm.urdf', 'chain.xml', 'gripper.urdf', 'pendulums.xml', 'top.xml', 'cart.xml'])(
    '%s is the document of the program',
    async (name) => {
      const { document } = await engine.importRobot(files, `robots/${name}`);
      const { stdout } = spawnSync('build/native-release/slipstick', ['import', `${folder}/${name}`], { encoding: 'utf8' });
      expect(`${document}\n`).toBe(stdout);
      expect((await engine.check(document)).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  test('meshes are found next to the description, in its package, and by their bare names', async () => {
    const mesh = binaryStl();
    const documents = await Promise.all(
      [
        { 'a/stone.xml': bytes(withMesh), 'a/meshes/stone.stl': mesh } as Record<string, Uint8Array>,
        { 'a/robots/stone.xml': bytes(withMesh), 'a/meshes/stone.stl': mesh },
        { 'stone.xml': bytes(withMesh), 'stone.stl': mesh },
      ].map(async (given) => (await engine.importRobot(given, Object.keys(given)[0])).document),
    );
    expect(new Set(documents).size).toBe(1);
  });

  test('errors have a file and a line', async () => {
    const read = (text: string) => engine.importRobot({ 'r.xml': bytes(text) }, 'r.xml');
    await expect(read('<mujoco>\n<worldbody>')).rejects.toMatchObject({ code: 'model', message: expect.stringMatching(/r\.xml:2/) });
    const heavy = withMesh.replace('<geom', '<geom size="0.1"/><geom');
    expect((await read(heavy)).left.join()).toMatch(/stone\.stl/);
    await expect(read('')).rejects.toMatchObject({ code: 'model' });
    const lies = binaryStl();
    lies[80] = 200;
    const { left } = await engine.importRobot({ 'stone.xml': bytes(heavy), 'stone.stl': lies }, 'stone.xml');
    expect(left.join()).toMatch(/200 triangles, but has room for 4/);
  });

  test('mesh files without a robot are triangles, or a problem', async () => {
    const corners = await engine.readMesh(binaryStl(), 'stone.STL', 4);
    expect([...corners.slice(0, 9)].map((value) => Math.fround(value))).toEqual([0, 0, 0, 0, 0.2, 0, 0.2, 0, 0].map(Math.fround));
    expect(corners.length).toBe(36);
    const problem = (file: Uint8Array, name: string, most = 100) => expect(engine.readMesh(file, name, most)).rejects;
    await problem(binaryStl(), 'stone.stl', 3).toMatchObject({ code: 'model', message: expect.stringMatching(/4 triangles; at most 3/) });
    await problem(bytes('v 0 0 0\nf 1 1 -2'), 'stone.obj').toMatchObject({ message: expect.stringMatching(/^stone\.obj:2: .*'-2'/) });
    await problem(new Uint8Array(), 'stone.obj').toMatchObject({ message: 'stone.obj: the file has no triangles' });
    expect([...(await engine.readMesh(bytes('\nSOLID\nvertex 0 0 0 vertex 1 0 0 vertex 0 1 0'), 's.stl', 1))]).toEqual([
      0, 0, 0, 1, 0, 0, 0, 1, 0,
    ]);
  });

  test('of several files, the one that no other includes is the robot', async () => {
    const given = (...names: string[]) =>
      new Map(names.map((name) => [name, new File([files[`robots/${name}`] as Uint8Array<ArrayBuffer>], name)]));
    expect(await readRobot(engine, given('chain parts.xml', 'chain.xml'))).toMatchObject({
      text: expect.stringContaining('KinematicTree'),
    });
    expect(await readRobot(engine, given('arm.urdf', 'top.xml'))).toEqual({
      problem: 'These are several robots: arm.urdf, top.xml. Open one of them at a time.',
    });
    const letter = new Map([['letter.xml', new File(['<letter/>'], 'letter.xml')]]);
    expect(await readRobot(engine, letter)).toMatchObject({ problem: expect.stringContaining('no <robot> of URDF') });
  });
});
