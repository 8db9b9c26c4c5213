import {
  BufferGeometry,
  DynamicDrawUsage,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { anchorPlace, anchorTurn } from './anchor';
import type { SceneRay } from './description';

const color = '#D55E00';

/** The rays of distance sensors: thin lines to surfaces, with a dot at each end point. */
export class Rays {
  private readonly lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color, transparent: true, opacity: 0.6 }));
  private readonly points = new Points(new BufferGeometry(), new PointsMaterial({ color, size: 5, sizeAttenuation: false }));

  constructor(private readonly rays: readonly SceneRay[]) {
    this.lines.geometry.setAttribute('position', places(2 * rays.length));
    this.points.geometry.setAttribute('position', places(rays.length));
    for (const solid of [this.lines, this.points]) solid.frustumCulled = false;
  }

  get solids(): (LineSegments | Points)[] {
    return this.rays.length > 0 ? [this.lines, this.points] : [];
  }

  pose(recording: Recording, place: SamplePlace): void {
    const [ends, tips] = [this.lines, this.points].map(({ geometry }) => geometry.attributes.position);
    let count = 0;
    for (const ray of this.rays) {
      const seen = distanceAt(recording, ray, place);
      if (seen === null) continue;
      const from = anchorPlace(ray.from, recording, place);
      const along = new Vector3(...ray.direction).normalize();
      if (ray.turns) along.applyQuaternion(anchorTurn(ray.from, recording, place));
      const to = along.multiplyScalar(seen).add(from);
      ends.setXYZ(2 * count, from.x, from.y, from.z).setXYZ(2 * count + 1, to.x, to.y, to.z);
      tips.setXYZ(count++, to.x, to.y, to.z);
    }
    this.lines.geometry.setDrawRange(0, 2 * count);
    this.points.geometry.setDrawRange(0, count);
    ends.needsUpdate = tips.needsUpdate = true;
  }
}

function places(count: number): Float32BufferAttribute {
  return new Float32BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage) as Float32BufferAttribute;
}

/**
 * The distance that a sensor measures, null without a detected surface. If only one of two neighbouring samples detects a surface, the
 * nearer sample counts.
 */
function distanceAt(recording: Recording, { sensor, most }: SceneRay, { index, fraction }: SamplePlace): number | null {
  const column = recording.history.sensorColumn(sensor, 0);
  const [before, after] = [column[index], column[Math.min(index + 1, column.length - 1)]];
  const seen = Math.max(before, after) >= most ? (fraction < 0.5 ? before : after) : before + fraction * (after - before);
  return seen < most ? seen : null; // also null before the first sample
}
