import { readFileSync } from 'node:fs';
import { test as base, type Download, expect, type Page } from '@playwright/test';
import { deflateSync, strToU8 } from 'fflate';

/** A page that fails its test when the console shows an error or the security policy was violated. */
export const test = base.extend<{ page: Page; allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  page: async ({ page, allowedErrors }, use) => {
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
    });
    await use(page);
    expect(problems.filter((problem) => !allowedErrors.some((allowed) => allowed.test(problem)))).toEqual([]);
  },
});

export { expect };

export const finished = '.model-page[data-phase=finished]';

/** Opens a hash and waits for the run's end. */
export async function openModel(page: Page, hash = ''): Promise<void> {
  await page.goto(`./${hash}`);
  await page.locator(finished).waitFor();
}

/** The same, until the 3D picture is drawn as well; nothing moves. */
export async function openStill(page: Page, hash = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openModel(page, hash);
  await page.locator('slip-scene[data-drawn]').waitFor();
}

export function shownTime(page: Page): Promise<number> {
  return page.locator('slip-scene').evaluate((scene) => Number(scene.getAttribute('data-time')));
}

/** A value in the legend of the n-th plot. */
export function plotValue(page: Page, plot: number, curve = 0): Promise<string> {
  return page.locator('slip-plot').nth(plot).locator(`output[data-curve="${curve}"]`).innerText();
}

/** The bytes of a downloaded file. */
export async function downloaded(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

export function documentHash(document: object): string {
  return `#m=1.${Buffer.from(deflateSync(strToU8(JSON.stringify(document)))).toString('base64url')}`;
}

/** A mass that falls, with changes of the analysis and loads. */
export function fallingMass(analysis: object, more: object = {}): object {
  return {
    slipstick: 1,
    title: 'Falling mass',
    nodes: [{ type: 'Point', name: 'mass' }],
    objects: [{ type: 'MassPoint', name: 'mass', physicsMass: 1, nodeNumber: 'mass' }],
    markers: [{ type: 'NodePosition', name: 'mass', nodeNumber: 'mass' }],
    loads: [{ type: 'ForceVector', markerNumber: 'mass', loadVector: [0, 0, -1] }],
    sensors: [{ type: 'Node', name: 'position', nodeNumber: 'mass', outputVariableType: 'Position' }],
    analysis: [{ type: 'dynamic', endTime: 1, stepSize: 0.001, sensorsWritePeriod: 0.001, ...analysis }],
    ...more,
  };
}

/** The link that the Share dialog gives, with the digest of the run; the dialog is closed again. */
export async function linkWithDigest(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('checkbox', { name: /digest/ }).check();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#m=2\..*&~r=/);
  const link = await field.inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return link;
}
