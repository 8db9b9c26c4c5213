import { documentHash, expect, fallingMass, openModel, test } from './page';

test('About names authors, licence, source and the model that this one was made from', async ({ page }) => {
  const about = {
    authors: ['Ada Lovelace', 'Grace Hopper'],
    licence: 'CC-BY-4.0',
    version: '2',
    source: 'Notes, 1843',
    basedOn: { address: '#g=bicycle' },
  };
  await openModel(page, documentHash(fallingMass({}, { about })));
  const credits = page.getByRole('tabpanel').getByRole('list').filter({ hasText: 'By Ada' });
  await expect(credits.getByRole('listitem')).toHaveText([
    'By Ada Lovelace, Grace Hopper',
    'Licence: CC-BY-4.0',
    'Version 2',
    'Source: Notes, 1843',
    'Based on #g=bicycle',
  ]);
  await expect(credits.getByRole('link', { name: 'CC-BY-4.0' })).toHaveAttribute('href', 'https://spdx.org/licenses/CC-BY-4.0.html');
  await credits.getByRole('link', { name: '#g=bicycle' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bicycle, hands off');
});

test('An address that runs a script is shown as text', async ({ page }) => {
  await openModel(page, documentHash(fallingMass({}, { about: { source: 'javascript:alert(1)', licence: 'ask me' } })));
  await expect(page.getByText('Source: javascript:alert(1)')).toBeVisible();
  await expect(page.getByRole('link', { name: 'javascript' })).toHaveCount(0);
});
