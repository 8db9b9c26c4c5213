import { expect, openStill, test } from './page';

test.use({ scene: false });

test('A model links to the pages of its types, including items made by creators', async ({ page }) => {
  await openStill(page, '#g=rolling-coin');
  const used = page.getByRole('region', { name: 'What this model uses' });
  await expect(used.getByRole('link', { name: 'MassProportional' })).toHaveAttribute('href', '#i=load.MassProportional');
  await expect(page.getByText('along the track of the contact point')).toBeVisible(); // the coin explains its directions
  await used.getByRole('link', { name: 'ConnectorRollingDiscPenalty' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ConnectorRollingDiscPenalty');
  await expect(page.getByRole('row', { name: /^contactDamping/ }).locator('.reference-symbol')).toContainText('d');

  await openStill(page, '#g=belt-two-pulleys');
  await expect(used.getByRole('link', { name: 'Belt', exact: true })).toHaveAttribute('href', '#i=creator.Belt');
  await expect(used.getByRole('link', { name: 'ContactFrictionCircleCable2D' })).toBeVisible();
  await expect(used.getByRole('link', { name: 'static' })).toHaveAttribute('href', '#i=analysis.static');
});
