const files = import.meta.glob<string>('../../../tests/data/items/*/*.json', { query: '?raw', import: 'default' });

/** The smallest model that uses an item; the tests run it too. */
export async function exampleOf(kind: string, type: string): Promise<string | null> {
  return (await files[`../../../tests/data/items/${kind}s/${type}.json`]?.()) ?? null;
}

const laws = import.meta.glob<string>('../../../docs/items/*.md', { query: '?raw', import: 'default' });

/** What an item computes, in words and equations, where a line is not enough. */
export async function lawOf(type: string): Promise<string> {
  return (await laws[`../../../docs/items/${type}.md`]?.()) ?? '';
}
