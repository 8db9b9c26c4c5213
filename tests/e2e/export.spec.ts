import { downloaded, expect, openStill, test } from './page';

const gltf = '../support/gltf.mjs'; // without types

test('Chosen sensors, pictures, the expanded model and a script for Exudyn are saved as files', async ({ page }) => {
  await openStill(page, '#g=rolling-coin&mu=0.3');
  await page.getByRole('tab', { name: 'Data' }).click();
  const saved = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return { name: download.suggestedFilename(), content: await downloaded(download) };
  };
  await page.getByText('All sensors').click();
  await page.getByRole('region', { name: 'Files' }).getByRole('checkbox').first().uncheck();
  const csv = (await saved('Data (CSV)')).content.toString().split('\n');
  expect(csv[0]).toMatch(/^time \[s\],/);
  expect(csv[0].split(',').length).toBeLessThan((await page.locator('.figures tbody tr').count()) + 1);
  const data = await saved('Data (JSON)');
  expect(data.name).toBe('rolling-coin-data.json');
  const { parameters, sensors, status } = JSON.parse(data.content.toString());
  expect({ mu: parameters.mu, status, sensors: sensors.length }).toEqual({ mu: 0.3, status: 'ok', sensors: 4 }); // five, one of them unchecked
  expect(csv[1].split(',').slice(1, 4).map(Number)).toEqual(sensors[0].values[0]);
  const model = await saved('Model (JSON)');
  expect(model.name).toBe('rolling-coin.json');
  expect(JSON.parse(model.content.toString()).parameters.mu.value).toBe(0.3);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  for (const picture of ['3D view (PNG)', 'Plots (PNG)']) {
    const { name, content } = await saved(picture);
    expect(name).toMatch(/^rolling-coin.*\.png$/);
    expect(content.subarray(0, 4).equals(signature)).toBe(true);
    expect(content.length).toBeGreaterThan(5000);
  }
  const { validated } = await import(gltf);
  const moving = await saved('Moving 3D model (GLB)');
  expect(moving.name).toBe('rolling-coin.glb');
  const { found, animations } = await validated(moving.content);
  expect({ found, animations }).toEqual({ found: [], animations: 1 });
  const expanded = JSON.parse((await saved('Expanded model (JSON)')).content.toString());
  expect(expanded.objects.find((object: { type: string }) => object.type === 'ConnectorRollingDiscPenalty').dryFriction).toEqual([
    0.3, 0.3,
  ]);
  const script = await saved('Python for Exudyn');
  expect(script.name).toBe('rolling_coin.py');
  expect(script.content.toString()).toContain('ObjectConnectorRollingDiscPenalty(');
  expect(script.content.toString()).toContain('mu = 0.3');
});

test('Recorded data opened as a model are recognised', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Data' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Data (JSON)' }).click()]);
  const text = (await downloaded(download)).toString();
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'slider-crank-data.json', { type: 'application/json' }));
    return transfer;
  }, text);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.getByRole('alert')).toHaveText('“slider-crank-data.json” contains recorded data, not a model.');
});

test('Files come before the table of the sensors', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await openStill(page, '#g=slider-crank');
    await page.getByRole('tab', { name: 'Data' }).click();
    const files = await page.getByRole('region', { name: 'Files' }).boundingBox();
    const table = await page.locator('slip-data table').first().boundingBox();
    expect(files!.y + files!.height).toBeLessThanOrEqual(table!.y);
  }
});

test('A belt, which deforms, is also saved as a moving 3D model', async ({ page }) => {
  await openStill(page, '#g=belt-two-pulleys');
  await page.getByRole('tab', { name: 'Data' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Moving 3D model (GLB)' }).click(),
  ]);
  const content = await downloaded(download);
  const { validated, jsonOf } = await import(gltf);
  expect((await validated(content)).found).toEqual([]);
  const { meshes } = jsonOf(content) as { meshes: { primitives: { targets?: object[] }[] }[] };
  expect(meshes.some(({ primitives }) => (primitives[0].targets?.length ?? 0) > 10)).toBe(true);
});
