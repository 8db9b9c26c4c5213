import { Color, PerspectiveCamera, Vector3 } from 'three';
import type { Engine, SimulationError } from '../../wasm/engine/types';
import { niceBelow } from '../src/format/quantity';
import type { Ball } from '../src/scene/balls';
import { boundsOf, boxSize } from '../src/scene/bounds';
import { contourRange } from '../src/scene/cables';
import { Content } from '../src/scene/content';
import { describeScene, type SceneDescription } from '../src/scene/description';
import { frameBalls, sunDirection, viewDirection } from '../src/scene/framing';
import { type Recording, sensorColumn } from '../src/state/recording';
import { encodePng } from './png';
import { type Floor, type Line, rasterize } from './raster';

/** Pixels of a picture. */
export interface PictureSize {
  width: number;
  height: number;
}

const usualSize: PictureSize = { width: 640, height: 400 };
const supersampling = 2;

/** The model at `moment` (s) as a PNG file; null if there is nothing to draw. Rejects with a SimulationError if it does not run. */
export async function modelPicture(engine: Engine, document: string, moment: number, size = usualSize): Promise<Uint8Array | null> {
  return recordingPicture(await runUntil(engine, document, moment), moment, size);
}

/** The picture of a recording. */
export function recordingPicture(recording: Recording, moment: number, { width, height } = usualSize): Uint8Array | null {
  const scene = describeScene(recording.model);
  scene.bodies = scene.bodies.map((body) => ({ ...body, shapes: body.shapes.filter(({ type }) => type !== 'text') }));
  const content = new Content(scene, sceneSize(scene, recording, moment));
  content.measure(recording, contourRange(scene, recording));
  content.pose(recording, moment);
  const lines = trailLines(scene, recording, moment);
  const balls = [
    ...content.balls(),
    ...content.bandBalls(recording, [moment]),
    ...lines.flatMap(({ points }) => points.map((point): Ball => ({ centre: point.toArray(), radius: 0 }))),
  ];
  if (balls.length === 0) return null;
  const camera = new PerspectiveCamera(28, width / height);
  camera.up.set(...scene.camera.up).normalize();
  const { target, distance } = frameBalls(balls, viewDirection(scene), camera.up, camera);
  const room = scene.camera.follow ? 1 : Math.min(1, scene.camera.zoom); // for parts that extend beyond the frame
  camera.position.copy(target).addScaledVector(viewDirection(scene), distance / room);
  camera.lookAt(target);
  [camera.near, camera.far] = [0.01 * distance, 10 * distance];
  camera.updateProjectionMatrix();
  content.sizeArrows(distance);
  const picture = { root: content.group, camera, sun: sunDirection(scene), floor: floorOf(scene, balls), lines };
  const pixels = rasterize(picture, supersampling * width, supersampling * height);
  content.dispose();
  return encodePng(pixels, supersampling);
}

async function runUntil(engine: Engine, document: string, moment: number): Promise<Recording> {
  const run = engine.start(document, { sliceMilliseconds: 5 });
  const { history } = run;
  try {
    for await (const { samples } of run) if (samples > 0 && history.time[history.samples - 1] >= moment) break;
  } catch (error) {
    // Samples recorded before a run stopped can be shown.
    if ((error as SimulationError).code !== 'stopped' || history.samples === 0) throw error;
  }
  return { model: await run.model, history };
}

function sceneSize(scene: SceneDescription, recording: Recording, moment: number): number {
  const content = new Content(scene, 1);
  content.pose(recording, moment);
  const size = Math.max(boxSize(boundsOf(content.balls())), 1e-9);
  content.dispose();
  return size;
}

function trailLines(scene: SceneDescription, recording: Recording, moment: number): Line[] {
  const { time } = recording.history;
  return scene.trails.flatMap((name): Line[] => {
    const [x, y, z] = [0, 1, 2].map((component) => sensorColumn(recording, name, component));
    if (!x || !y || !z) return [];
    const points = Array.from(time.subarray(0, time.findLastIndex((t) => t <= moment) + 1), (_, i) => new Vector3(x[i], y[i], z[i]));
    const stride = Math.max(1, Math.floor(points.length / 400));
    const some = points.filter((_, i) => i % stride === 0 || i === points.length - 1);
    return some.length < 2 ? [] : [{ points: some, color: new Color('#2f86d8'), width: 2.5 * supersampling }];
  });
}

function floorOf(scene: SceneDescription, balls: Ball[]): Floor | null {
  if (!scene.ground) return null;
  const box = boundsOf(balls);
  const size = boxSize(box);
  const centre = new Vector3(...box.min).add(new Vector3(...box.max)).multiplyScalar(0.5);
  return {
    origin: new Vector3(...scene.ground.origin),
    normal: new Vector3(...scene.ground.normal).normalize(),
    cell: scene.ground.cell ?? niceBelow(size / 14),
    reach: 1.6 * size,
    centre,
  };
}
