import { Color, type Group, type Mesh, MeshStandardMaterial, type Object3D, SRGBColorSpace } from 'three';
import { Crowd } from './crowd';

const leastLightness = 0.45; // of colours in front of a dark page
const crowdSize = 12; // from this number of equal things on, they are drawn as instances, each with fewer triangles

/** The solids of several equal objects, each at its own place. */
interface Look {
  /** Solids in the frame of the thing; `detail` as in `buildSolid`. */
  build(detail: number): Object3D[];
  /** Cannot be drawn as instances. */
  alone: boolean;
  places: Group[];
}

/** Groups things by their looks: a few are drawn separately, many as instances. */
export class Instancer {
  readonly crowds: Crowd[] = [];
  private readonly looks = new Map<string, Look>();
  /** Their materials with the given colours. */
  private readonly colors = new Map<MeshStandardMaterial, Color>();

  /** `apart`: draws many equal things separately too. */
  constructor(private readonly apart = false) {}

  /** `key`: identical for equal things. */
  add(key: string, place: Group, look: Omit<Look, 'places'>): void {
    const known = this.looks.get(key);
    if (known) known.places.push(place);
    else this.looks.set(key, { ...look, places: [place] });
  }

  /** Builds the solids of all added things. */
  buildInto(group: Group): void {
    for (const { build, alone, places } of this.looks.values()) {
      const solids = build(alone ? 1 : Math.min(1, crowdSize / places.length));
      if (alone || this.apart || places.length < crowdSize) {
        for (const place of places) place.add(...solids.map((solid) => solid.clone()));
        group.add(...places);
        continue;
      }
      const instances = new Crowd(solids, places);
      instances.pose(); // fixed things keep these places
      group.add(...instances.meshes);
      for (const balls of instances.painted) if (balls) group.add(balls.mesh);
      this.crowds.push(instances);
    }
    group.traverse((thing) => {
      for (const material of [(thing as Mesh).material ?? []].flat())
        if (material instanceof MeshStandardMaterial && !material.userData.isMark) this.colors.set(material, material.color.clone());
    });
  }

  /** Lightens dark colours in front of a dark page, where they would be invisible. */
  setDark(dark: boolean): void {
    for (const [{ color }, given] of this.colors) color.copy(dark ? lightened(given) : given);
  }

  pose(): void {
    for (const instances of this.crowds) instances.pose();
  }

  /** Switches crowds between simple and full drawing; true if anything is simplified. */
  simplify(simple: boolean): boolean {
    for (const instances of this.crowds) instances.simplify(simple);
    return simple && this.crowds.length > 0;
  }
}

function lightened(color: Color): Color {
  const { h, s, l } = color.getHSL({ h: 0, s: 0, l: 0 }, SRGBColorSpace);
  return l < leastLightness ? new Color().setHSL(h, s, leastLightness, SRGBColorSpace) : color;
}
