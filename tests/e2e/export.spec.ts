import { drop, expect, openStill, saved, test } from './page';

const gltf = '../support/gltf.mjs'; // without types

test('All and chosen sensors, the expanded model and a script for Exudyn are saved as files', async ({ page }) => {
  await openStill(page, '#g=rolling-coin&mu=0.3');
  await page.getByRole('tab', { name: 'Data' }).click();
  const file = (name: string) => saved(page.getByRole('button', { name, exact: true }));
  const all = await file('Data (CSV)');
  expect(all.name).toBe('rolling-coin.csv');
  const lines = all.content.toString().trim().split('\n');
  expect(lines[0]).toMatch(/^time \[s\],.*contact force.*\[N\]/);
  expect(lines).toHaveLength(1502);
  await page.getByText('All sensors').click();
  await page.getByRole('region', { name: 'Files' }).getByRole('checkbox').first().uncheck();
  const csv = (await file('Data (CSV)')).content.toString().split('\n');
  expect(csv[0]).toMatch(/^time \[s\],/);
  expect(csv[0].split(',').length).toBeLessThan((await page.locator('.figures tbody tr').count()) + 1);
  const data = await file('Data (JSON)');
  expect(data.name).toBe('rolling-coin-data.json');
  const { parameters, sensors, status } = JSON.parse(data.content.toString());
  expect({ mu: parameters.mu, status, sensors: sensors.length }).toEqual({ mu: 0.3, status: 'ok', sensors: 4 }); // five, one of them unchecked
  expect(csv[1].split(',').slice(1, 4).map(Number)).toEqual(sensors[0].values[0]);
  const model = await file('Model (JSON)');
  expect(model.name).toBe('rolling-coin.json');
  expect(JSON.parse(model.content.toString()).parameters.mu.value).toBe(0.3);
  const { validated } = await import(gltf);
  const moving = await file('Moving 3D model (GLB)');
  expect(moving.name).toBe('rolling-coin.glb');
  const { found, animations } = await validated(moving.content);
  expect({ found, animations }).toEqual({ found: [], animations: 1 });
  const expanded = JSON.parse((await file('Expanded model (JSON)')).content.toString());
  expect(expanded.objects.find((object: { type: string }) => object.type === 'ConnectorRollingDiscPenalty').dryFriction).toEqual([
    0.3, 0.3,
  ]);
  const script = await file('Python for Exudyn');
  expect(script.name).toBe('rolling_coin.py');
  expect(script.content.toString()).toContain('ObjectConnectorRollingDiscPenalty(');
  expect(script.content.toString()).toContain('mu = 0.3');
});

test('Files come before the table of the sensors; recorded data opened as a model are recognised', async ({ page }) => {
  await openStill(page, '#g=slider-crank');
  await page.getByRole('tab', { name: 'Data' }).click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const files = await page.getByRole('region', { name: 'Files' }).boundingBox();
    const table = await page.locator('slip-data table').first().boundingBox();
    expect(files!.y + files!.height).toBeLessThanOrEqual(table!.y);
  }
  const { name, content } = await saved(page.getByRole('button', { name: 'Data (JSON)' }));
  await drop(page.locator('body'), { [name]: content.toString() });
  await expect(page.getByRole('alert')).toHaveText('“slider-crank-data.json” contains recorded data, not a model.');
});

test('A belt is saved with its plots over a length and its map, and as a moving 3D model that deforms', async ({ page }) => {
  await openStill(page, '#g=belt-two-pulleys');
  await page.getByRole('tab', { name: 'Data' }).click();
  const svg = (await saved(page.getByRole('button', { name: 'Plots (SVG)' }))).content.toString();
  expect(svg).toContain('Euler–Eytelwein');
  expect(svg).toContain('<image'); // the map
  expect(svg).toContain('<linearGradient');
  const { content } = await saved(page.getByRole('button', { name: 'Moving 3D model (GLB)' }));
  const { validated, jsonOf } = await import(gltf);
  expect((await validated(content)).found).toEqual([]);
  const { meshes } = jsonOf(content) as { meshes: { primitives: { targets?: object[] }[] }[] };
  expect(meshes.some(({ primitives }) => (primitives[0].targets?.length ?? 0) > 10)).toBe(true);
});
