import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { connectBrowser } from '@escrow-kit/suite/browser';
import { expect, onTestFinished, test } from 'vitest';
import { createSite } from '../src/create-site.ts';
import { readRepositoryPages } from '../src/repository-pages.ts';

/** The site in a folder of its own. */
function writeSite(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, content] of createSite(readRepositoryPages()).files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('opened from a disk, the site finds a chapter and shows it, and asks no network', async () => {
  const browser = await connectBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(join(writeSite(), 'docs/guide/consent.html')).href);

  await page.getByRole('searchbox').fill('return page');
  await page.locator('#found a', { hasText: 'The return page' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'The return page' }).waitFor();

  expect(page.url()).toContain('docs/guide/return-page.html');
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
});
