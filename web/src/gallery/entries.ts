import { msg } from '@lit/localize';
import type { GalleryCard, ModelInfo } from '../../../wasm/engine/types';
import { contains, queriesOf } from '../format/query';

/** A model, as shown on its card. */
export interface GalleryEntry extends GalleryCard {
  /** Name of its file and in its link. */
  name: string;
  title: string;
  /** Address of its picture. */
  picture: string;
}

/** The texts of a card in another language. */
export type CardTexts = Partial<Pick<GalleryEntry, 'title' | 'teaser' | 'teaches' | 'tags' | 'group'>>;

export interface GalleryGroup {
  title: string;
  entries: GalleryEntry[];
}

const otherGroup = () => msg('More');

const emptyCard: GalleryCard = { teaser: '', teaches: '', tags: [], group: '', rank: null, featured: false, runTime: null, moment: 0 };

/** The card of a model; a model without a title is called `name`. null: nothing is known of the model. */
export function galleryEntry(name: string, model: Pick<ModelInfo, 'title' | 'display'> | null): GalleryEntry {
  return { ...emptyCard, ...model?.display.gallery, name, title: model?.title || name, picture: '' };
}

/** Entries by group, ordered by rank; the rank of a group is that of its first entry. Entries without a group come last. */
export function grouped(entries: GalleryEntry[]): GalleryGroup[] {
  const groups = new Map<string, GalleryEntry[]>();
  for (const entry of [...entries].sort(byRank)) {
    const title = entry.group || otherGroup();
    groups.set(title, [...(groups.get(title) ?? []), entry]);
  }
  return [...groups]
    .map(([title, members]) => ({ title, entries: members }))
    .sort((a, b) => Number(a.title === otherGroup()) - Number(b.title === otherGroup()));
}

/** Entries that have all tags and whose card contains every word of the search, or synonyms. */
export function matching(entries: GalleryEntry[], search: string, tags: ReadonlySet<string>): GalleryEntry[] {
  const queries = queriesOf(plain(search).trim());
  return entries.filter((entry) => {
    const text = plain([entry.title, entry.teaser, entry.teaches, entry.group, ...entry.tags, 'model'].join(' '));
    return queries.some((words) => contains(text, words)) && [...tags].every((tag) => entry.tags.includes(tag));
  });
}

const fewTags = 8;

/** Selectable tags, the most frequent first. If there are many, only tags of several models, because the search finds the others. */
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

/** Lower case, without accents. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
