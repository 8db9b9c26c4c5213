import { describe, expect, test } from 'vitest';
import { type GalleryEntry, galleryEntry, grouped, matching, tagsOf } from '../../../web/src/gallery/entries';
import { plainDisplay } from '../../support/recording';

function entry(name: string, more: Partial<GalleryEntry> = {}): GalleryEntry {
  return { ...galleryEntry(name, null), ...more };
}

describe('A card', () => {
  test('shows the texts of the model', () => {
    const gallery = { ...plainDisplay.gallery, rank: 2, teaser: 'It rolls.', tags: ['rolling'], group: 'Wheels', moment: 0.9 };
    expect(galleryEntry('coin', { title: 'A coin', display: { ...plainDisplay, gallery } })).toEqual({
      ...gallery,
      name: 'coin',
      title: 'A coin',
      picture: '',
    });
  });

  test('exists for a model without information', () => {
    expect(galleryEntry('plain', null)).toMatchObject({ title: 'plain', teaser: '', tags: [], rank: null, runTime: null, moment: 0 });
  });
});

test('Groups have the order of their first entries, entries without a group come last', () => {
  const groups = grouped([
    entry('z'),
    entry('belt', { group: 'Belts', rank: 3 }),
    entry('coin', { group: 'Rolling', rank: 1 }),
    entry('rack', { group: 'Belts', rank: 2.5 }),
    entry('car', { group: 'Rolling', rank: 9 }),
  ]);
  expect(groups.map(({ title, entries }) => [title, ...entries.map(({ name }) => name)])).toEqual([
    ['Rolling', 'coin', 'car'],
    ['Belts', 'rack', 'belt'],
    ['More', 'z'],
  ]);
});

describe('A search', () => {
  const entries = [
    entry('coin', { title: 'Rolling coin', teaches: 'precession', tags: ['friction', 'rolling'] }),
    entry('belt', { title: 'Belt drive', teaser: 'Slip by Euler–Eytelwein', tags: ['friction'] }),
    entry('theorie', { title: 'Théorie' }),
  ];
  const names = (search: string, tags: string[] = []) => matching(entries, search, new Set(tags)).map(({ name }) => name);

  test('finds every word anywhere on a card, ignoring case and accents', () => {
    expect(names('')).toEqual(['coin', 'belt', 'theorie']);
    expect(names('ROLLING prece')).toEqual(['coin']);
    expect(names('eytelwein')).toEqual(['belt']);
    expect(names('theorie')).toEqual(['theorie']);
    expect(names('coin belt')).toEqual([]);
  });

  test('takes singular and plural, endings of verbs, synonyms and whole questions', () => {
    expect(names('coins')).toEqual(['coin']);
    expect(names('rolled')).toEqual(['coin']);
    expect(names('something with drives')).toEqual(['belt']);
    expect(names('a model of coins')).toEqual(['coin']);
    const bicycle = [entry('bicycle', { title: 'Bicycle' }), entry('car', { title: 'Car' })];
    for (const search of ['bicycles', 'bike', 'Bikes', 'something with bicycles'])
      expect(matching(bicycle, search, new Set()).map(({ name }) => name)).toEqual(['bicycle']);
    expect(names('something with nothing')).toEqual([]);
  });

  test('keeps entries that carry all tags', () => {
    expect(names('', ['friction'])).toEqual(['coin', 'belt']);
    expect(names('slip', ['friction'])).toEqual(['belt']);
    expect(names('', ['friction', 'rolling'])).toEqual(['coin']);
  });

  test('offers tags, the most frequent first', () => {
    expect(tagsOf(entries)).toEqual(['friction', 'rolling']);
    const rare = Array.from({ length: 8 }, (_, i) => entry(`rare ${i}`, { tags: [`tag ${i}`] }));
    expect(tagsOf([...entries, ...rare])).toEqual(['friction']);
  });
});
