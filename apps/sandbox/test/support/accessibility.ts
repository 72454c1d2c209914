import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';

const runAxe = "axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)";

/** The violations that axe finds on a page: `rule: element,element`. Without frames. */
export async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>('!globalThis.axe')) await page.evaluate(axe.source);
  const violations = await page.evaluate<Result[]>(runAxe);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}
