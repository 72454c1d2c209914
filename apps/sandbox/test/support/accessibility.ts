import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations that axe finds on a page: `rule: element,element`. Without frames. */
export async function findViolations(page: Page): Promise<string[]> {
  if (await page.evaluate<boolean>('!globalThis.axe')) await page.evaluate(axeSource);
  return describeViolations(await page.evaluate<Violation[]>(runAxe));
}

/** The same, with the frames of the page. It takes several times as long. */
export async function findViolationsWithFrames(page: Page, disabledRules: string[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).disableRules(disabledRules).analyze();
  return describeViolations(violations);
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

// AxeBuilder loads the same script twice, and returns everything that axe looked at.
const toAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeSource = readFileSync(toAxe.resolve('axe-core/axe.min.js'), 'utf8');
const runAxe = "axe.run({ resultTypes: ['violations'], preload: false }).then(({ violations }) => violations)";

function describeViolations(violations: Violation[]): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}
