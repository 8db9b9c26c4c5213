/** Sets of contacts, which Exudyn represents by `GeneralContact` instead of items, and the sensors that measure them. */

type Json = Record<string, unknown>;
/** Functions that format values: numbers and lists, and the object to which a marker is attached. */
export interface Writing {
  entries(value: unknown): string;
  bodyOf(marker: number): string;
}

export const contactType = 'ContactSpheres';

/** The parameters of a contact between two equal materials. */
const plain = ['markerNumbers', 'spheresRadii', 'triangleMarkers', 'trianglePoints', 'contactStiffness', 'contactDamping'];
plain.push('dynamicFriction', 'frictionProportionalZone', 'contactModel', 'sphereSphereContact');

/**
 * Whether Exudyn can represent the contact: a law with one material that Exudyn has, or no spheres, so that nothing is in contact.
 * `changed`: parameters that differ from their defaults.
 */
export function isWritable(set: Json, changed: readonly string[]): boolean {
  if (listOf(set.markerNumbers).length === 0) return true;
  return [1, 'Pushes'].includes(set.contactModel as number) && changed.every((name) => plain.includes(name));
}

/** The lines that create the contact with this index. */
export function contactLines(set: Json, number: number, { entries, bodyOf }: Writing): string[] {
  const contact = `contact${number}`;
  const spheres = listOf(set.markerNumbers) as number[];
  // each of two bodies contributes: springs in series, dampers in parallel
  const [stiffness, damping] = [set.contactStiffness, set.contactDamping].map((value) => entries(value ?? 0));
  const law =
    spheres.length > 0 ? `contactStiffness=2*(${stiffness}), contactDamping=(${damping})/2` : 'contactStiffness=1, contactDamping=0';
  const material = `${law}, frictionMaterialIndex=0`;
  const lines = [
    `${contact} = mbs.AddGeneralContact()`,
    `${contact}.SetFrictionPairings(np.array([[${entries(set.dynamicFriction ?? 0)}]]))`,
    `${contact}.SetSearchTreeCellSize(numberOfCells=[8, 8, 8])`,
  ];
  if (spheres.length > 0) lines.push(`${contact}.frictionProportionalZone = ${entries(set.frictionProportionalZone ?? 0.001)}`);
  if (set.sphereSphereContact === false) lines.push(`${contact}.sphereSphereContact = False`);
  const each = (values: unknown, i: number) => listOf(values)[listOf(values).length === 1 ? 0 : i];
  spheres.forEach((marker, i) => {
    lines.push(`${contact}.AddSphereWithMarker(exu.MarkerIndex(${marker}), radius=${entries(each(set.spheresRadii, i))}, ${material})`);
  });
  const points = listOf(set.trianglePoints);
  for (let first = 0, next = 0; first < points.length; first = next) {
    const marker = each(set.triangleMarkers, first / 3);
    for (next = first + 3; next < points.length && each(set.triangleMarkers, next / 3) === marker; ) next += 3;
    const corners = `[${points.slice(first, next).map(entries).join(', ')}]`;
    const triangles = JSON.stringify(Array.from({ length: (next - first) / 3 }, (_, i) => [3 * i, 3 * i + 1, 3 * i + 2]));
    const mesh = `pointList=${corners}, triangleList=${triangles}`;
    lines.push(`${contact}.AddTrianglesRigidBodyBased(rigidBodyMarkerIndex=exu.MarkerIndex(${marker}), ${material}, ${mesh})`);
  }
  (listOf(set.cableMarkers) as number[]).forEach((marker, i) => {
    const height = entries(each(set.cableHalfHeights, i) ?? 0);
    lines.push(`${contact}.AddANCFCable(objectIndex=${bodyOf(marker)}, halfHeight=${height}, ${material})`);
  });
  return lines;
}

const types: Record<string, string> = {
  1: 'IndexSpheresMarkerBased',
  2: 'IndexTrigsRigidBodyBased',
  3: 'IndexANCFCable2D',
  Spheres: 'IndexSpheresMarkerBased',
  Triangles: 'IndexTrigsRigidBodyBased',
  Cables: 'IndexANCFCable2D',
};

/** The call that creates a `Distance` sensor of the contact with this index. */
export function distanceCall(sensor: Json, contact: number, { entries }: Writing): string {
  const marker = sensor.markerNumber as number | undefined;
  const start = typeof marker === 'number' && marker >= 0 ? `exu.MarkerIndex(${marker})` : entries(sensor.position ?? [0, 0, 0]);
  const type = types[String(sensor.surfaces ?? 0)];
  const given = [
    `positionOrMarker=${start}`,
    `dirSensor=${entries(sensor.dirSensor)}`,
    `minDistance=${entries(sensor.minDistance ?? 0)}`,
    `maxDistance=${entries(sensor.maxDistance)}`,
    `cylinderRadius=${entries(sensor.cylinderRadius ?? 0)}`,
    ...(type ? [`selectedTypeIndex=exu.ContactTypeIndex.${type}`] : []),
    ...(sensor.measureVelocity === true ? ['measureVelocity=True'] : []),
  ];
  return `mbs.CreateDistanceSensor(${contact}, ${given.join(', ')}, storeInternal=True)`;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
