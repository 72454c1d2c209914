import { mkdir } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../../src/index.ts';
import type { OpenContext } from './browser.ts';

/** The dashboard in a window of its own. */
export interface Dashboard {
  page: Page;
  /** What the browser complained about: errors of the page, and what its policy forbade. */
  complaints: string[];
  /** Goes to a page of the tenant, such as `/contracts`, and waits until it shows. */
  goTo(path: string): Promise<void>;
}

/** Opens the dashboard of a sandbox's tenant, with its overview. */
export async function openDashboard(
  openContext: OpenContext,
  { url, control }: Sandbox,
  options: BrowserContextOptions = {},
): Promise<Dashboard> {
  const context = await openContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused call is told by the page; the browser tells it too.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  const goTo = async (path: string) => {
    const response = await page.goto(`${url}/dashboard/${control.tenant}${path}`);
    if (response?.status() === 503) throw new Error('The dashboard is not built. Run pnpm build:dashboard first.');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  };
  await goTo('');
  return { page, complaints, goTo };
}

/** Where screenshots go. They are for people to look at. */
const screenshotFolder = new URL('../../screenshots/', import.meta.url).pathname;

/** Saves a picture of the whole page. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(screenshotFolder, { recursive: true });
  await page.screenshot({ path: `${screenshotFolder}dashboard-${name}.png`, fullPage: true });
}
