import { type Mesh, Vector3 } from 'three';
import type { Range } from '../format/range';
import { profileAt, profileOf, profileRange } from '../state/profiles';
import type { Recording } from '../state/recording';
import type { SamplePlace } from '../state/samples';
import { colorScale } from '../ui/colors';
import { CableMesh, cableEnds, cablePoint } from './cable';
import type { SceneCable, SceneContour, SceneDescription, SizedCable } from './description';
import { lineValue } from './line-value';

const cableColors = { light: '#3f4a55', dark: '#8694a3' }; // on light paper and on dark

/** Cables and belts, with the quantity that determines their colours. */
export class Cables {
  /** Ends of cables at the time shown. */
  ends: Vector3[] = [];
  private readonly meshes: { mesh: CableMesh; contour: SceneContour | null; hasColor: boolean }[];

  /** Groups cables by line and shape; a coloured line remains separate. `size`: size of the whole scene, m. */
  constructor({ cables, contours }: Pick<SceneDescription, 'cables' | 'contours'>, size: number) {
    const sized = cables.map((cable) => sizedCable(cable, size));
    const contourOf = (cable: SceneCable) => contours.findIndex(({ starts }) => cable.object in starts);
    const keyOf = (cable: SceneCable) => `${contourOf(cable)} ${cable.round} ${cable.color}`;
    this.meshes = [...new Set(sized.map(keyOf))].map((key) => {
      const together = sized.filter((cable) => keyOf(cable) === key);
      const contour = contours[contourOf(together[0])] ?? null;
      const { color } = together[0];
      return { mesh: new CableMesh(together, color ?? cableColors.light, contour !== null), contour, hasColor: color !== null };
    });
  }

  get solids(): Mesh[] {
    return this.meshes.map(({ mesh }) => mesh.mesh);
  }

  /** All cable elements. */
  get elements(): SizedCable[] {
    return this.meshes.flatMap(({ mesh }) => mesh.cables);
  }

  /** `range`: range of the quantity that colours some of them; `dark`: on dark paper. */
  setColors(range: Range | null, dark: boolean): void {
    for (const { mesh, contour, hasColor } of this.meshes)
      if (!contour && !hasColor) mesh.setColor(cableColors[dark ? 'dark' : 'light']);
      else if (contour && range) mesh.setScale(colorScale(range, dark));
  }

  pose(recording: Recording, place: SamplePlace): void {
    for (const { mesh, contour } of this.meshes) mesh.pose(recording, place, contour && contourValues(recording, contour, place));
    this.ends = this.elements.map(({ pose, length }) => {
      const { x, y, z } = cablePoint(cableEnds(recording, pose, place), length, 0);
      return new Vector3(x, y, z);
    });
  }
}

/**
 * The range of the common scale of all contours: the limits set by the document, or the smallest and largest value of any line at any time.
 */
export function contourRange({ contours }: SceneDescription, recording: Recording): Range | null {
  if (contours.length === 0) return null;
  const [low, high] = profileRange(contours.map(({ profile }) => profileOf(recording, profile))) ?? [0, 1];
  return [contours[0].min ?? low, contours[0].max ?? high];
}

function contourValues(recording: Recording, { profile, starts }: SceneContour, place: SamplePlace) {
  const line = profileOf(recording, profile);
  const values = profileAt(line, place);
  return (cable: SceneCable, share: number) => lineValue(line, values, starts[cable.object] + share * cable.length);
}

/** The cable with a visible thickness, whatever the document specifies. */
export function sizedCable(cable: SceneCable, size: number): SizedCable {
  const height = cable.height ?? 0.008 * size;
  return { ...cable, height: Math.max(height, 0.003 * size), width: cable.width ?? Math.max(height, 0.03 * size) };
}
