import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe finds serious or critical, with the places. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(`globalThis.axe ?? (() => { ${axe} })()`);
  return page.evaluate(async () => {
    interface Axe {
      run(): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))].join(' | '));
  });
}
