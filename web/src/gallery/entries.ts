import type { ModelDocument } from '../state/document';

/** The card of a model. What its `display.gallery` does not say is "" or null. */
export interface GalleryEntry {
  /** Of its file and of its link. */
  name: string;
  title: string;
  teaser: string;
  teaches: string;
  tags: string[];
  group: string;
  /** Place in its group, and of its group among groups. */
  rank: number | null;
  featured: boolean;
  /** How long a run takes on a usual computer, in seconds. */
  runTime: number | null;
  /** Address of its picture. */
  picture: string;
}

export interface GalleryGroup {
  title: string;
  entries: GalleryEntry[];
}

const otherGroup = 'More';

/** The card as the document describes it, and the time in seconds that its picture shows. */
export function galleryEntry(name: string, document: ModelDocument): { entry: GalleryEntry; moment: number } {
  const gallery = (document.display?.gallery ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
  return {
    entry: {
      name,
      title: text(document.title) || name,
      teaser: text(gallery.teaser),
      teaches: text(gallery.teaches),
      tags: Array.isArray(gallery.tags) ? gallery.tags.filter((tag) => typeof tag === 'string') : [],
      group: text(gallery.group),
      rank: number(gallery.rank),
      featured: gallery.featured === true,
      runTime: number(gallery.runTime),
      picture: '',
    },
    moment: number(gallery.moment) ?? 0,
  };
}

/** Entries by group, in the order of their ranks; a group stands where its first entry does. Those without a group come last. */
export function grouped(entries: GalleryEntry[]): GalleryGroup[] {
  const groups = new Map<string, GalleryEntry[]>();
  for (const entry of [...entries].sort(byRank)) {
    const title = entry.group || otherGroup;
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  return [...groups]
    .map(([title, members]) => ({ title, entries: members }))
    .sort((a, b) => Number(a.title === otherGroup) - Number(b.title === otherGroup));
}

/** Entries that carry all tags and hold every word of the search somewhere in what their card says. */
export function matching(entries: GalleryEntry[], search: string, tags: ReadonlySet<string>): GalleryEntry[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = plain([entry.title, entry.teaser, entry.teaches, entry.group, ...entry.tags].join(' '));
    return words.every((word) => text.includes(word)) && [...tags].every((tag) => entry.tags.includes(tag));
  });
}

const fewTags = 8;

/** Tags to choose from, the most used first; of many only those that several models carry, for words find the others. */
export function tagsOf(entries: GalleryEntry[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of entries.flatMap((entry) => entry.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => counts.size <= fewTags || count > 1)
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([tag]) => tag);
}

function byRank(a: GalleryEntry, b: GalleryEntry): number {
  return (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.title.localeCompare(b.title) || 0;
}

/** Without case and accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
