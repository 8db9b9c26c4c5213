import { inflateSync } from 'node:zlib';
import { BoxGeometry, Group, Mesh, MeshStandardMaterial, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { modelPicture } from '../../../web/gallery/picture';
import { encodePng } from '../../../web/gallery/png';
import { rasterize } from '../../../web/gallery/raster';
import { testEngine } from '../../support/engine';
import { shortCoin } from '../../support/models';

function cubes(...places: [x: number, z: number, color: string][]): Group {
  const group = new Group();
  for (const [x, z, color] of places) {
    const mesh = new Mesh(new BoxGeometry(1, 1, 1), new MeshStandardMaterial({ color }));
    mesh.position.set(x, 0, z);
    group.add(mesh);
  }
  return group;
}

/** Seen along −z from a distance of 10, a picture of 4 by 4 metres at the origin. */
function seen(root: Group) {
  const camera = new PerspectiveCamera((2 * Math.atan(0.2) * 180) / Math.PI, 1, 1, 20);
  camera.position.set(0, 0, 10);
  return rasterize({ root, camera, sun: new Vector3(0, 0, 1), floor: null, lines: [] }, 40, 40);
}

describe('A picture without a graphics card', () => {
  test('covers as many pixels as the size of the cube requires', () => {
    const { data } = seen(cubes([0, -0.5, '#ffffff'])); // the near face is at z = 0, 10 by 10 pixels
    const covered = Array.from({ length: 1600 }, (_, i) => data[4 * i + 3]).filter((opacity) => opacity > 0);
    expect(covered).toHaveLength(100);
  });

  test('hides objects behind others', () => {
    for (const places of [
      [
        [0, 0, '#ff0000'],
        [0, -2, '#0000ff'],
      ],
      [
        [0, -2, '#0000ff'],
        [0, 0, '#ff0000'],
      ],
    ] as [number, number, string][][]) {
      const { data } = seen(cubes(...places));
      const middle = 4 * (20 * 40 + 20);
      expect(data[middle]).toBeGreaterThan(0.5);
      expect(data[middle + 2]).toBe(0);
    }
  });
});

test('A PNG holds the mean of combined pixels', () => {
  // White, and black at half opacity: weighted by opacity, the mean is two thirds of white.
  const data = Float32Array.from([1, 1, 1, 1, 0, 0, 0, 0.5, 1, 1, 1, 1, 0, 0, 0, 0.5]);
  const png = Buffer.from(encodePng({ width: 2, height: 2, data }, 2));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 1]);
  const begin = png.indexOf('IDAT') + 4;
  const line = inflateSync(png.subarray(begin, begin + png.readUInt32BE(begin - 8)));
  expect([...line]).toEqual([0, 213, 213, 213, 191]); // 2/3 in sRGB is 0.8360
});

test('A model is drawn at its moment', async () => {
  const document = shortCoin(0.02);
  const [begin, end] = await Promise.all(
    [0, 0.02].map(async (moment) => modelPicture(await testEngine(), document, moment, { width: 64, height: 40 })),
  );
  expect(begin).not.toBeNull();
  expect(Buffer.from(begin!).equals(Buffer.from(end!))).toBe(false);
});
