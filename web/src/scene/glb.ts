import {
  AnimationClip,
  type Group,
  type KeyframeTrack,
  Mesh,
  NumberKeyframeTrack,
  type Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import type { Recording } from '../state/recording';
import { contourRange } from './cables';
import { Content } from './content';
import { describeScene } from './description';
import { sceneSize } from './size';

const mostFrames = 1000;
const mostShapes = 120; // shapes of a cable, each with all its corners
const toleranceOfRest = 1e-9; // relative to the size of the scene

/** Bodies, springs, arrows and cables with their colours and motions: glTF 2.0 with y up. Labels and grounds are omitted. */
export async function glbOf(recording: Recording): Promise<ArrayBuffer> {
  const description = describeScene(recording.model);
  const size = sceneSize(recording) || 1;
  const content = new Content(description, size, true);
  try {
    content.measure(recording, contourRange(description, recording));
    content.sizeArrows(3 * size);
    const { group } = content;
    const { title } = recording.model;
    group.name = title || 'model';
    group.quaternion.setFromUnitVectors(new Vector3(...description.camera.up), new Vector3(0, 1, 0));
    nameParts(content);
    const clip = new AnimationClip('run', -1, [...motionTracks(content, recording, size), ...shapeTracks(content, recording)]);
    content.pose(recording, recording.history.time[0] ?? 0);
    const file = await exporterWith(recording.model.credits).parseAsync(group, {
      binary: true,
      animations: clip.tracks.length > 0 ? [clip] : [],
    });
    return file as ArrayBuffer;
  } finally {
    content.dispose();
  }
}

/** An exporter whose files credit the authors of the model. */
function exporterWith(credits: string): GLTFExporter {
  const exporter = new GLTFExporter();
  if (credits)
    exporter.register((writer) => ({
      afterParse: () => {
        (writer as unknown as { json: { asset: Record<string, string> } }).json.asset.copyright = credits;
      },
    }));
  return exporter;
}

function nameParts({ bodies, group }: Content): void {
  const names = new Map<Object3D, string>(bodies.map((body) => [body.group, body.name]));
  group.children.forEach((child, i) => {
    child.name = (names.get(child) ?? 'part').replaceAll(/[.:/[\]]/g, ' '); // these characters have a meaning in tracks
    child.name += ` ${i}`;
  });
}

/** Places in the recording, at most this many. */
function timesOf({ history }: Recording, most: number): number[] {
  const { time } = history;
  const stride = Math.max(1, Math.ceil(time.length / most));
  const times = Array.from({ length: Math.ceil(time.length / stride) }, (_, i) => time[i * stride]);
  return times.filter((value, i) => i === 0 || Math.fround(value - time[0]) > Math.fround(times[i - 1] - time[0]));
}

/** Tracks for translation, rotation and stretching of the parts. */
function motionTracks(content: Content, recording: Recording, size: number): KeyframeTrack[] {
  const times = timesOf(recording, mostFrames);
  const parts = content.group.children.filter((child): child is Group => child.type === 'Group');
  const recorded = parts.map((part) => ({ part, position: [] as number[], quaternion: [] as number[], scale: [] as number[] }));
  const last = new Quaternion();
  for (const time of times) {
    content.pose(recording, time);
    for (const { part, position, quaternion, scale } of recorded) {
      position.push(...part.position.toArray());
      last.fromArray(quaternion, Math.max(0, quaternion.length - 4));
      const near = quaternion.length > 0 && last.dot(part.quaternion) < 0 ? -1 : 1;
      quaternion.push(...part.quaternion.toArray().map((value) => near * value));
      scale.push(...part.scale.toArray());
    }
  }
  const from = times.map((time) => time - times[0]);
  return recorded.flatMap(({ part, position, quaternion, scale }) => [
    ...(moves(position, 3, toleranceOfRest * size) ? [new VectorKeyframeTrack(`${part.uuid}.position`, from, position)] : []),
    ...(moves(quaternion, 4, toleranceOfRest) ? [new QuaternionKeyframeTrack(`${part.uuid}.quaternion`, from, quaternion)] : []),
    ...(moves(scale, 3, toleranceOfRest) ? [new VectorKeyframeTrack(`${part.uuid}.scale`, from, scale)] : []),
  ]);
}

function moves(values: number[], width: number, tolerance: number): boolean {
  return values.some((value, i) => Math.abs(value - values[i % width]) > tolerance);
}

/** Cables and bands change their shape, so each moment is a morph target. */
function shapeTracks(content: Content, recording: Recording): KeyframeTrack[] {
  const meshes = content.group.children.filter((child): child is Mesh => child instanceof Mesh);
  const times = timesOf(recording, mostShapes);
  if (meshes.length === 0 || times.length < 2) return [];
  for (const { geometry } of meshes) {
    geometry.morphAttributes = { position: [], normal: [] };
    geometry.morphTargetsRelative = false;
  }
  for (const time of times) {
    content.pose(recording, time);
    for (const { geometry } of meshes)
      for (const name of ['position', 'normal'] as const)
        geometry.morphAttributes[name]!.push(geometry.getAttribute(name).clone() as never);
  }
  const from = times.map((time) => time - times[0]);
  return meshes.map((mesh) => {
    mesh.updateMorphTargets();
    const weights = times.flatMap((_, i) => times.map((__, k) => (i === k ? 1 : 0)));
    return new NumberKeyframeTrack(`${mesh.uuid}.morphTargetInfluences`, from, weights);
  });
}
