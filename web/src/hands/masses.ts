type Entry = Record<string, unknown>;

const usualFrequency = 15; // rad/s

/** The bandwidth of the hand in an analysis step of the expanded document, rad/s. */
export function handFrequencyOf(expanded: unknown, step: number): number {
  const { analysis } = (expanded ?? {}) as { analysis?: unknown };
  const { handFrequency } = ((Array.isArray(analysis) ? analysis : [analysis])[step] ?? {}) as Entry;
  return typeof handFrequency === 'number' ? handFrequency : usualFrequency;
}

/**
 * Masses of bodies in kg, from the expanded document: they determine the impulse of a visible push. A body without a mass gets the typical
 * mass of the others.
 */
export function massesOf(expanded: unknown): (object: string, link: number | null) => number {
  const { objects } = (expanded ?? {}) as { objects?: unknown };
  const entries = Array.isArray(objects) ? (objects as Entry[]) : [];
  const byName = new Map(entries.map((entry) => [entry.name, massesOfEntry(entry)]));
  const all = [...byName.values()].flat().sort((a, b) => a - b);
  const usual = all[all.length >> 1] ?? 1;
  return (object, link) => byName.get(object)?.[link ?? 0] ?? usual;
}

function massesOfEntry(entry: Entry): number[] {
  const { physicsMass, linkMasses, physicsMassPerLength, physicsLength } = entry;
  const masses = Array.isArray(linkMasses) ? linkMasses : [physicsMass ?? Number(physicsMassPerLength) * Number(physicsLength)];
  return masses.filter((mass): mass is number => typeof mass === 'number' && mass > 0 && Number.isFinite(mass));
}
