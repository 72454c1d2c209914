import { isSoak } from '@escrow-kit/suite';
import type { Page } from 'playwright-core';

const folder = new URL('../../screenshots/', import.meta.url).pathname;

/** In `pnpm soak`, saves a picture of the whole page for review, with a name such as `dashboard-overview`. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (isSoak) await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}
