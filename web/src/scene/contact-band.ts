import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial } from 'three';
import { magnitude } from '../format/range';
import { profileAt, profileOf } from '../state/profiles';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import type { Ball } from './balls';
import { bandColors } from './band-colors';
import { cableEnds, cablePoint } from './cable';
import type { SceneBand, SizedCable } from './description';

/** A band along cables with known cross sections. */
export type SizedBand = Omit<SceneBand, 'points'> & { points: (SceneBand['points'][number] & { cable: SizedCable })[] };

/** The state of a contact: open, sticking, or slipping with friction at its limit. */
export function contactState(normal: number, tangential: number, friction: number): 'none' | 'stick' | 'slip' {
  if (!(Math.abs(normal) > 0)) return 'none';
  return Math.abs(tangential) >= 0.99 * friction * Math.abs(normal) ? 'slip' : 'stick';
}

/** The normal contact force along a line, as a band on the outside of the bend: blue if sticking, orange if slipping. */
export class ContactBand {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private readonly position: BufferAttribute;
  private readonly color: BufferAttribute;
  private largest = 0; // N

  /** `height`: height of the band at the largest force, in m. */
  constructor(
    private readonly band: SizedBand,
    private readonly height: number,
  ) {
    const points = band.points.length;
    this.position = new BufferAttribute(new Float32Array(3 * 4 * points), 3);
    this.color = new BufferAttribute(new Float32Array(3 * 4 * points), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.position);
    geometry.setAttribute('color', this.color);
    geometry.setAttribute(
      'normal',
      new BufferAttribute(
        new Float32Array(3 * 4 * points).map((_, i) => (i % 3 === 2 ? 1 : 0)),
        3,
      ),
    );
    geometry.setIndex(Array.from({ length: points }, (_, i) => [0, 1, 2, 0, 2, 3].map((k) => 4 * i + k)).flat());
    const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.75, side: DoubleSide, depthWrite: false });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
  }

  /** True if its look changes. */
  measure(recording: Recording): boolean {
    const { range } = profileOf(recording, this.band.normal);
    const before = this.largest;
    this.largest = range ? magnitude(range) : 0;
    return this.largest !== before;
  }

  pose(recording: Recording, place: SamplePlace): void {
    const { band } = this;
    const normal = profileAt(profileOf(recording, band.normal), place).map((force) => (Number.isFinite(force) ? force : 0));
    const tangential = band.tangential < 0 ? null : profileAt(profileOf(recording, band.tangential), place);
    const color = new Color();
    const count = band.points.length;
    /** Height at the end that the i-th point shares with another one: the mean of both forces if both are in contact, otherwise its own. */
    const heightBeside = (i: number, other: number) => {
      const beside = band.closed ? (other + count) % count : other;
      const [own, next] = [Math.abs(normal[i]), Math.abs(normal[beside] ?? 0)];
      return this.largest > 0 ? ((own > 0 && next > 0 ? (own + next) / 2 : own) * this.height) / this.largest : 0;
    };
    band.points.forEach(({ pose, cable, from, to }, i) => {
      const state = tangential ? contactState(normal[i], tangential[i], band.friction) : 'stick';
      color.set(state === 'slip' ? bandColors.slip : bandColors.stick);
      const ends = cableEnds(recording, pose, place);
      const outward = cablePoint(ends, cable.length, (from + to) / 2).curvature > 0 ? 1 : -1;
      [from, to].forEach((share, k) => {
        const { x, y, dx, dy } = cablePoint(ends, cable.length, share);
        const size = outward / (Math.hypot(dx, dy) || 1);
        const [nx, ny] = [size * dy, -size * dx];
        const base = cable.height / 2;
        const top = base + heightBeside(i, k === 0 ? i - 1 : i + 1);
        const at = 4 * i + (k === 0 ? 0 : 3);
        this.position.setXYZ(at, x + base * nx, y + base * ny, 0);
        this.position.setXYZ(at + (k === 0 ? 1 : -1), x + top * nx, y + top * ny, 0);
      });
      for (let k = 0; k < 4; k++) this.color.setXYZ(4 * i + k, color.r, color.g, color.b);
    });
    this.position.needsUpdate = true;
    this.color.needsUpdate = true;
  }

  /** Balls around its largest reach, at every point in contact. */
  balls(recording: Recording, place: SamplePlace): Ball[] {
    const normal = profileAt(profileOf(recording, this.band.normal), place);
    return this.band.points.flatMap(({ pose, cable, from, to }, i): Ball[] => {
      if (!(Math.abs(normal[i]) > 0)) return [];
      const { x, y } = cablePoint(cableEnds(recording, pose, place), cable.length, (from + to) / 2);
      return [{ centre: [x, y, 0], radius: cable.height / 2 + this.height }];
    });
  }
}
