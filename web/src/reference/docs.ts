import { docs } from 'virtual:texts';
import { load } from '../ui/load';
import { displayed, sectionsOf } from '../ui/markdown';

export const docNames: readonly string[] = Object.keys(docs);

/** The text of a page of the documentation, or null. */
export async function loadDoc(name: string): Promise<string | null> {
  return Object.hasOwn(docs, name) ? load(docs[name]) : null;
}

/** A heading with the text up to the next one. */
export interface Section {
  /** 1 for the title of the page. */
  level: number;
  title: string;
  /** Its name in addresses. */
  name: string;
  /** Markdown, including the heading. */
  text: string;
}

/** The sections of a page, with unique names. */
export function docSections(text: string): Section[] {
  const known = new Map<string, number>();
  return sectionsOf(displayed(text)).flatMap((section) => {
    const [, marks = '', heading = ''] = /^(#{1,6})\s+(.*?)\s*$/m.exec(section.split('\n')[0]) ?? [];
    if (!section.trim()) return [];
    const title = heading.replace(/[`*]/g, '');
    const base = sectionName(title);
    const count = known.get(base) ?? 0;
    known.set(base, count + 1);
    return [{ level: marks.length, title, name: count ? `${base}-${count}` : base, text: section }];
  });
}

/** "What the page shows" → "what-the-page-shows". */
function sectionName(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
