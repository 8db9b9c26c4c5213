import { docs } from 'virtual:texts';
import { attempt } from '../format/attempt';
import { escaped } from '../format/xml';
import { documentHash } from '../link/link';
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

/** A rendered page in which `show` replaces each paragraph that is only a link to a model, such as "[Rolling coin](#g=rolling-coin)". */
export function withRunning(html: string, show: (hash: string, title: string) => string): string {
  return html.replace(/<p><a href="(#g=[^"]*)">([^<]*)<\/a><\/p>/g, (_, hash: string, title: string) => show(hash, title));
}

/** A rendered page in which each listing of a whole model is followed by a link that opens it. `site`: the address of the site's page. */
export function withOpening(html: string, site: string): string {
  return html.replace(/<pre[^>]*><code class="language-json">([^<]*)<\/code><\/pre>/g, (listing, text: string) => {
    const model = documentIn(text);
    return model ? `${listing}\n<p><a href="${escaped(site + documentHash(model))}">Open this model</a></p>` : listing;
  });
}

/** The document that a listing shows, or null for a part of one. */
function documentIn(listing: string): object | null {
  const characters: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>' };
  const text = listing.replace(/&(quot|amp|lt|gt);/g, (_, name: string) => characters[name]);
  const value: unknown = attempt(() => JSON.parse(text), null);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'slipstick') ? value : null;
}
