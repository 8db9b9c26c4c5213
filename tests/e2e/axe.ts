import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Serious and critical violations found by axe, with their places. `colors`: only the colours, if other tests check the rest in another
 * theme.
 */
export async function findings(page: Page, colors = false): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${axe} })()`);
  return page.evaluate(async (rules) => {
    interface Axe {
      run(options: object): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run({
      resultTypes: ['violations'],
      ...(rules && { runOnly: rules }),
    });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))].join(' | '));
  }, colors && ['color-contrast', 'link-in-text-block']);
}
