import { expect, finished, pictures, test } from './page';

test('Every item has a page whose example runs and can be opened', async ({ page }) => {
  await page.goto('./#reference');
  await page.getByRole('link', { name: 'ConnectorSpringDamper', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ConnectorSpringDamper');
  await expect(page.getByRole('row', { name: /^stiffness/ })).toContainText('N/m');
  await expect(page.locator('.katex').first()).toBeVisible();
  await page.locator(finished).waitFor({ timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await page.getByRole('link', { name: 'Open as your own model' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Object ConnectorSpringDamper');
});

test('The search finds types, symbols, settings and headings, and leads to their places', async ({ page }) => {
  await page.goto('./#reference');
  const search = page.getByRole('searchbox', { name: 'Search the reference' });
  await search.fill('μ_k');
  const found = page.getByRole('list', { name: 'Found' }).getByRole('link');
  await found.filter({ hasText: 'frictionStiffness' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ContactFrictionCircleCable2D');
  const row = page.getByRole('row', { name: /^frictionStiffness/ });
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await expect(row.locator('.reference-symbol .katex')).toContainText('μ');
  await expect(page.getByRole('row', { name: /^ForceLocal/ })).toContainText('2 per segment');

  // Back restores the search; the address can be shared.
  await page.goBack();
  await expect(search).toHaveValue('μ_k');
  await expect(found.first()).toBeVisible();

  await search.fill('spectralRadius');
  await found.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('dynamic');
  await expect(page.getByRole('row', { name: /^spectralRadius/ })).toBeFocused();

  await search.fill('RevoluteJoint');
  await pictures(page); // the found row leaves the focus in place
  await expect(search).toBeFocused();
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('RevoluteJoint');

  await search.fill('payload');
  await found.filter({ hasText: /^Payload/ }).click();
  await expect(page).toHaveURL(/#doc=share-links\/payload$/);
  const heading = page.getByRole('heading', { name: 'Payload' });
  await expect(heading).toBeInViewport();
  await expect(heading).toBeFocused();

  await page.goto('./#reference=xyzzy');
  await expect(page.getByText('Nothing matches “xyzzy”.')).toBeVisible();
});

test('Creators, steps, the display and functions have pages with an example that runs', async ({ page }) => {
  for (const [address, row] of [
    ['creator.Belt', /^slideStiffness/],
    ['analysis.static', /^numberOfLoadSteps/],
    ['display.sensors', /^logarithmic/],
  ] as const) {
    await page.goto(`./#i=${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(address.replace(/.*\./, ''));
    await expect(page.getByRole('row', { name: row })).toBeVisible();
    await page.locator(finished).waitFor({ timeout: 60_000 });
  }
  await page.goto('./#i=creator.RollingDiscPenalty');
  await expect(page.locator('.reference-made').getByRole('link', { name: 'ConnectorRollingDiscPenalty' })).toBeVisible();
  await page.goto('./#i=function.smoothstep');
  await expect(page.locator('.reference-usage')).toHaveText('smoothstep(from, to, x)');
  await page.locator(finished).waitFor();
  await expect(page.locator('slip-plot')).toHaveCount(1);
  await expect(page.locator('slip-scene')).toBeHidden();
});

test('Long pages have a list of their parts', async ({ page }) => {
  await page.goto('./#i=creator.RigidBody');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'hollowSphere' }).click();
  await expect(page.getByRole('heading', { name: 'hollowSphere' })).toBeInViewport();
  await page.goto('./#doc=model-format');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'The program' }).click();
  await expect(page.getByRole('heading', { name: 'The program' })).toBeInViewport();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});

test('Documents have an index, show running models, and open the models that they list', async ({ page }) => {
  await page.goto('./#gallery');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents');
  await page.getByRole('button', { name: '▶ Rolling coin' }).click();
  await page.frameLocator('slipstick-model iframe').locator(finished).waitFor({ timeout: 90_000 });
  await page.getByRole('link', { name: 'When a run stops' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('When a run stops');
  await page.getByRole('link', { name: 'Open this model' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A tip without mass');
  await expect(page.getByText('the tangent is singular at node', { exact: false }).first()).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Documents', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents');
});
