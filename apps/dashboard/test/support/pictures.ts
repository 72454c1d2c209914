import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

const folder = new URL('../../../../docs/images/pages/', import.meta.url);

const pictured = ['overview', 'contracts', 'contract', 'delivery', 'request', 'clock'];

/** Saves what the window shows of a page as its picture, in `pnpm pictures`. */
export async function savePicture(page: Page, name: string): Promise<void> {
  if (process.env['SAVE_PICTURES'] !== '1' || !pictured.includes(name)) return;
  const session = await page.context().newCDPSession(page);
  // Playwright itself has no WebP, which is a third of a PNG.
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await session.detach();
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.webp`, folder), data, 'base64');
}
