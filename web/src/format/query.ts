/** Synonyms of words that a person may search for. */
export const synonyms: Readonly<Record<string, readonly string[]>> = Object.values(
  import.meta.glob<Record<string, string[]>>('../../../docs/synonyms.json', { eager: true, import: 'default' }),
)[0];

/** Words of a question that do not describe its subject. */
const fillers = new Set(
  'a about an and any are for how i in is me of on or show some something that the to what where which with'.split(' '), // no text
);

const leastStem = 4; // letters

/**
 * The queries with the same meaning, given in lower case: the query first, then with synonyms of its words. Each query is a list of words;
 * each word is a list of forms, one of which a text must contain.
 */
export function queriesOf(query: string): string[][][] {
  return [query, ...withSynonyms(query)].map((each) => {
    const words = each.split(/\s+/).filter(Boolean);
    const significant = words.filter((word) => !fillers.has(word));
    return (significant.length > 0 ? significant : words).map(formsOf);
  });
}

/** Whether a text, in lower case, contains all words of a query. */
export function contains(text: string, words: readonly (readonly string[])[]): boolean {
  return words.every((forms) => forms.some((form) => text.includes(form)));
}

/** The word as written, in the singular, and without the ending of a verb: "bodies", "body"; "rolling", "roll". */
function formsOf(word: string): string[] {
  const stem = word.replace(/(ing|ed)$/, '');
  return [...new Set([word, singular(word), ...(stem.length >= leastStem ? [stem] : [])])];
}

function singular(word: string): string {
  if (word.length < leastStem || /(ss|us|is)$/.test(word)) return word;
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

/** Synonymous queries, in which words of docs/synonyms.json replace words of the query. */
function withSynonyms(query: string): string[] {
  const single = query.split(' ').map(singular).join(' ');
  return Object.entries(synonyms).flatMap(([word, others]) => {
    const found = [query, single].find((each) => ` ${each} `.includes(` ${word} `));
    return found === undefined ? [] : others.map((other) => ` ${found} `.replace(` ${word} `, ` ${other.toLowerCase()} `).trim());
  });
}
