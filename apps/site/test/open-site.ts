import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sharedBrowser } from '@escrow-kit/suite/browser';
import type { SiteFiles } from '../src/render-site.ts';

type Browser = Awaited<ReturnType<typeof sharedBrowser>>;

/** A page of the browser. */
export type Page = Awaited<ReturnType<Browser['newPage']>>;

/** A site on the disk, and the browser for it. */
interface OpenSite {
  browser: Browser;
  /** The address of a page or a place on it, such as `index.html#limits`. */
  addressOf(path: string): string;
  close(): Promise<void>;
}

/** Writes a site to a temporary folder. */
export async function openSite(files: SiteFiles): Promise<OpenSite> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-site-'));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const browser = await sharedBrowser();
  return {
    browser,
    addressOf: (path) => new URL(path, pathToFileURL(`${folder}/`)).href,
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** Clears the search field, searches, and returns the results. */
export async function search(page: Page, words: string) {
  const results = page.locator('#found a');
  await page.getByRole('searchbox').fill('');
  await results.first().waitFor({ state: 'hidden' });
  await page.getByRole('searchbox').fill(words);
  await results.first().waitFor();
  return results;
}
