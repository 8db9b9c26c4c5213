import type { Page } from '@playwright/test';
import { enter, expect, fallingMass, finished, load, shownTime, test } from './page';

const address = 'https://models.example/mass.json';
const link = `./import.html#${address}`;
const open = { 'Access-Control-Allow-Origin': '*' };
const json = (body: string, headers: Record<string, string> = open) => ({ status: 200, contentType: 'application/json', body, headers });

/** Answers requests to the other server, and records them. */
async function serve(page: Page, answer: object): Promise<{ url: string; headers: Record<string, string> }[]> {
  const requests: { url: string; headers: Record<string, string> }[] = [];
  await page.route('https://*.example/**', async (route) => {
    requests.push({ url: route.request().url(), headers: await route.request().allHeaders() });
    await route.fulfill(answer);
  });
  return requests;
}

test('A link that names an address asks first, and loads after confirmation', async ({ page }) => {
  const requests = await serve(page, json(JSON.stringify(fallingMass({}, { title: 'From elsewhere' }))));
  await page.goto(link);
  await expect(page.getByText('A link asks to load a model from models.example.')).toBeVisible();
  expect(requests).toEqual([]); // and later only one
  await expect(page.getByLabel('Address of the model file')).toHaveValue(address);
  await page.getByRole('button', { name: 'Load from models.example' }).click();
  await page.locator(finished).waitFor();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('From elsewhere');
  expect(requests.map(({ url }) => url)).toEqual([address]);
  expect(requests[0].headers).not.toHaveProperty('referer');
  expect(requests[0].headers).not.toHaveProperty('cookie');
  await expect(page).toHaveURL(/\/#d=\w+$/);
});

test('An address can be typed, using only the keyboard', async ({ page }) => {
  await serve(page, json(JSON.stringify(fallingMass({}, { title: 'Typed' }))));
  await page.goto('./#gallery');
  await page.getByRole('link', { name: 'Open an address…' }).press('Enter');
  await page.getByLabel('Address of the model file').focus();
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed');
});

test.describe('Failed loads are explained:', () => {
  test.use({ allowedErrors: [/CORS policy|Failed to load resource/] });

  test('files that a page may not read, and contents that are no model', async ({ page }) => {
    for (const [answer, message] of [
      [json('{}', { 'Access-Control-Allow-Origin': 'https://other.example' }), /Access-Control-Allow-Origin.*open it as a file/],
      [{ status: 404, body: '', headers: open }, /models\.example answered 404/],
      [{ status: 200, contentType: 'text/html', body: '<!doctype html>', headers: open }, /a web page, not a model file.*Raw/],
      [json(''), /empty/],
      [json('{"slipstick": 1, "status": "ok", "statistics": {}, "sensors": []}'), /recorded data, not a model/],
      [json('[1]'), /does not begin with “{”/],
      [json(`{"description": "${'x'.repeat(2.1e6)}"}`), /larger than 2 MiB/],
      [{ status: 200, body: Buffer.from([0x7b, 0xff, 0xfe]), headers: open }, /not UTF-8 text/],
    ] as const) {
      await serve(page, answer);
      await load(page, link);
      await page.getByRole('button', { name: 'Load from models.example' }).click();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page.getByRole('button', { name: 'Load from models.example' })).toBeEnabled();
    }
  });

  test('a server that does not answer', async ({ page }) => {
    await page.clock.install();
    await page.route('https://*.example/**', () => {});
    await page.goto(link);
    await page.getByRole('button', { name: 'Load from models.example' }).click();
    await expect(page.getByRole('button', { name: 'Loading …' })).toBeDisabled();
    await page.clock.fastForward(31_000);
    await expect(page.getByRole('alert')).toHaveText('models.example did not answer within 30 s.');
  });

  test('invalid or insecure addresses, and addresses with a user name', async ({ page }) => {
    const requests = await serve(page, json('{}'));
    for (const [text, message] of [
      ['model.json', /not an address/],
      ['http://models.example/mass.json', /begin with https/],
      ['javascript:alert(1)', /begin with https/],
      ['https://slipstick@models.example/mass.json', /a user name or a password/],
    ] as const) {
      await page.goto('./import.html');
      await enter(page.getByLabel('Address of the model file'), text);
      await expect(page.getByRole('alert')).toHaveText(message);
    }
    expect(requests).toEqual([]);
  });
});

test.describe('The pages that run models', () => {
  test.use({ allowedErrors: [/CSP: connect-src|Content Security Policy/] });

  test('can contact no server', async ({ page }) => {
    const requests = await serve(page, json('{}'));
    for (const path of ['./', './embed.html#g=rolling-coin']) {
      await page.goto(path);
      await page.locator(finished).waitFor();
      expect(await page.evaluate((url) => fetch(url).then(String, () => 'refused'), address)).toBe('refused');
    }
    expect(requests).toEqual([]);
  });
});

test('A frame of another page loads nothing', async ({ page }) => {
  const requests = await serve(page, json('{}'));
  await page.goto('./embedding.html');
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    [frame.src, frame.title] = [src, 'framed'];
    document.body.append(frame);
  }, link);
  const frame = page.frameLocator('iframe[title=framed]');
  await expect(frame.getByRole('link', { name: 'Open this page in a tab' })).toHaveAttribute('target', '_blank');
  await expect(frame.getByRole('button')).toHaveCount(0);
  expect(requests).toEqual([]);
});

test.describe('Models on GitHub', () => {
  const mass = JSON.stringify(fallingMass({}, { title: 'From GitHub' }));

  test('open by a short address, with the view and the version of the link', async ({ page }) => {
    await page.route('https://raw.githubusercontent.com/**', (route) =>
      route.request().url().endsWith('/ada/models/1a2b3c/mass.json') ? route.fulfill(json(mass)) : route.fulfill({ status: 404 }),
    );
    await page.goto('./import.html#gh:ada/models@1a2b3c/mass.json&~t=0.25&~r=0.1.0');
    await page.getByRole('button', { name: 'Load from raw.githubusercontent.com' }).click();
    await page.locator(finished).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('From GitHub');
    await expect.poll(() => shownTime(page)).toBeCloseTo(0.25, 6);
    await expect(page.locator('.verdict')).toContainText('made with engine 0.1.0');
    await expect(page).toHaveURL(/\/#m=2\.[\w-]+&~t=0\.25&~r=0\.1\.0$/);
  });

  const files = { 'notes.md': { content: '# Notes' }, 'mass.json': { content: mass }, 'page.json': { content: '<!doctype html>' } };
  test('open from a gist, and failures are explained', async ({ page }) => {
    for (const [file, answer, told] of [
      ['/page.json', JSON.stringify({ files }), /a web page, not a model file/],
      ['/other.json', JSON.stringify({ files }), /no file “other\.json”\. It has “notes\.md”, “mass\.json”, “page\.json”\./],
      ['', JSON.stringify({ files: { 'notes.md': { content: '' } } }), /no JSON file\. It has “notes\.md”\./],
      ['', '<!doctype html>', /This gist has no JSON file\./],
      ['', JSON.stringify({ files: { 'a.json': { content: '{', truncated: true } } }), /only a part of this file/],
      ['', JSON.stringify({ files }), null],
    ] as const) {
      await page.route('https://api.github.com/gists/0123abcdef', (route) => route.fulfill(json(answer)));
      await load(page, `./import.html#gist:0123abcdef${file}`);
      await page.getByRole('button', { name: 'Load from api.github.com' }).click();
      if (told) await expect(page.getByRole('alert')).toHaveText(told);
      else await expect(page.getByRole('heading', { level: 1 })).toHaveText('From GitHub');
    }
  });
});
