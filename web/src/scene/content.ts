import { Group, type Object3D } from 'three';
import type { Range } from '../format/range';
import type { Recording } from '../state/recording';
import { placeOf } from '../state/samples';
import { Arrows } from './arrows';
import type { Ball } from './balls';
import { Bodies, type PosedBody } from './bodies';
import { isDrawable } from './bounds';
import { Cables, sizedCable } from './cables';
import { ContactBand } from './contact-band';
import type { SceneDescription, SizedCable } from './description';
import { Flexibles } from './flexibles';
import { Instancer } from './instancer';
import { Links } from './links';
import { Loads } from './loads';
import { Rays } from './rays';
import { disposeSolids } from './solids';

const enough = 20_000; // sampled places for finding the reach of objects,
const mostOfObject = 200; // of each

/** The objects of a scene in three.js, which can be placed for any time. Independent of camera and screen. */
export class Content {
  readonly group = new Group();
  private readonly instancer: Instancer;
  private readonly solid: Bodies;
  private readonly links: Links;
  private readonly cables: Cables;
  private readonly flexibles: Flexibles;
  private readonly bands: ContactBand[];
  private readonly arrows: Arrows;
  private readonly loads: Loads;
  private readonly rays: Rays;

  /** `size`: size of the whole scene in metres, for objects without a size. `apart`: see `Instancer`. */
  constructor(description: SceneDescription, size: number, apart = false) {
    this.instancer = new Instancer(apart);
    this.solid = new Bodies(description.bodies, size, this.instancer);
    this.links = new Links(description.links, size, this.instancer);
    this.instancer.buildInto(this.group);
    this.cables = new Cables(description, size);
    this.flexibles = new Flexibles(description.flexibles, size);
    this.bands = description.bands.map((band) => {
      const points = band.points.map((entry) => ({ ...entry, cable: sizedCable(entry.cable, size) }));
      return new ContactBand({ ...band, points }, 0.06 * size);
    });
    this.arrows = new Arrows(description.arrows, size);
    this.loads = new Loads(description.loads, size);
    this.rays = new Rays(description.rays);
    const others = [this.cables, this.flexibles, this.arrows, this.loads].flatMap(({ solids }): Object3D[] => solids);
    for (const solid of [...others, ...this.rays.solids, ...this.bands.map(({ mesh }) => mesh)]) this.group.add(solid);
  }

  /** Bodies that move. */
  get bodies(): readonly PosedBody[] {
    return this.solid.moving;
  }

  /** All cable elements. */
  get elements(): SizedCable[] {
    return this.cables.elements;
  }

  /**
   * Updates everything that depends on the whole recording. `range`: range of the quantity that colours cables. True if arrows or bands
   * change.
   */
  measure(recording: Recording, range: Range | null = null, dark = false): boolean {
    this.cables.setColors(range, dark);
    this.instancer.setDark(dark);
    const banded = this.bands.map((band) => band.measure(recording));
    return this.arrows.measure(recording) || banded.includes(true);
  }

  /** Places everything for a time. */
  pose(recording: Recording, time: number): void {
    if (recording.history.samples === 0) return;
    const place = placeOf(recording.history.time, time);
    this.solid.pose(recording, place);
    this.links.pose(recording, place);
    this.instancer.pose();
    this.arrows.pose(recording, place);
    this.loads.pose(recording, place);
    this.rays.pose(recording, place);
    this.cables.pose(recording, place);
    this.flexibles.pose(recording, place);
    for (const band of this.bands) band.pose(recording, place);
  }

  /** `distance`: from the camera to its target. */
  sizeArrows(distance: number): void {
    this.arrows.fit(distance);
  }

  /** Balls at the current positions of bodies, cables and meshes. */
  balls(): Ball[] {
    return [...this.solid.balls(), ...this.cables.ends.map((end) => ({ centre: end.toArray(), radius: 0 })), ...this.flexibles.balls()];
  }

  /** Balls at tips of arrows and ends of springs and rods over the first `samples`. */
  reachBalls(recording: Recording, samples = recording.history.samples): Ball[] {
    const things = this.arrows.count + 2 * this.links.count + this.loads.count;
    const count = Math.max(8, Math.min(mostOfObject, Math.floor(enough / Math.max(1, things))));
    const stride = Math.max(1, Math.ceil(samples / count));
    const places = Array.from({ length: Math.ceil(samples / stride) }, (_, i) => ({ index: i * stride, fraction: 0 }));
    const balls = [this.arrows, this.links, this.loads].flatMap((things) => things.reachBalls(recording, places));
    return balls.filter(({ centre }) => centre.every(isDrawable));
  }

  /** Balls around bands at these times. */
  bandBalls(recording: Recording, times: number[]): Ball[] {
    const places = times.map((time) => placeOf(recording.history.time, time));
    return this.bands.flatMap((band) => places.flatMap((place) => band.balls(recording, place)));
  }

  /** See `Bodies`. */
  solids(): ReturnType<Bodies['solids']> {
    return this.solid.solids();
  }

  shapesOf(body: PosedBody): ReturnType<Bodies['shapesOf']> {
    return this.solid.shapesOf(body);
  }

  /** Switches crowds between simple and full drawing; true if anything is simplified. */
  simplify(simple: boolean): boolean {
    return this.instancer.simplify(simple);
  }

  dispose(): void {
    this.simplify(false);
    disposeSolids(this.group);
    this.group.clear();
  }
}
