import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { newWindow, tidyWindow } from '@escrow-kit/sandbox/test-support/browser';
import { createTenantSandbox } from '@escrow-kit/sandbox/test-support/started-sandbox';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';

/** The window and the sandbox that the test files of a worker share, because the first page in a new window is slow. They end with the worker. */
let shared: Promise<{ page: Page; sandbox: Sandbox }> | undefined;

/** Lets what a page repeats come four times as often: it reads again every second what it shows. */
const hurry = 'const every = setInterval; globalThis.setInterval = (run, delay) => every(run, delay / 4)';

async function startShared() {
  const window = await newWindow();
  await window.addInitScript(hurry);
  return { page: await window.newPage(), sandbox: await startSandbox({ validateResponses: true }) };
}

/** The shared page and sandbox for the tests of a file. Each test has the page alone in its window, without cookies and permissions. */
export function usedDashboard() {
  let page: Page;
  let sandbox: Sandbox;
  beforeAll(async () => {
    shared ??= startShared();
    ({ page, sandbox } = await shared);
  });
  afterEach(async () => {
    await tidyWindow(page);
    // Closes the menu.
    await page.keyboard.press('Escape');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  const newTenant = () => createTenantSandbox(sandbox);
  /** Opens the dashboard of a sandbox's tenant. */
  const open = (tenant: Sandbox, look?: DashboardLook) => openDashboard(page, tenant, look);
  const openNew = async (look?: DashboardLook) => {
    const tenant = await newTenant();
    return { tenant, ...(await open(tenant, look)) };
  };
  return { page: () => page, sandbox: () => sandbox, newTenant, open, openNew };
}

/** The dashboard in a browser. */
export interface Dashboard {
  page: Page;
  /** The browser's complaints: errors of the page, and violations of its policy. */
  complaints: string[];
  /** Shows another page of the tenant as a link in the dashboard does, which takes the focus and loads only data. */
  follow(path: string): Promise<void>;
}

/** Options for opening the dashboard. */
interface DashboardLook {
  /** The page of the tenant. Default: the overview. */
  path?: string;
  viewport?: { width: number; height: number };
}

/** Opens the dashboard of a sandbox's tenant. A page that already shows a tenant of the sandbox follows a link to it. */
async function openDashboard(
  page: Page,
  { url, control }: Sandbox,
  { path = '', viewport = { width: 1280, height: 900 } }: DashboardLook = {},
): Promise<Dashboard> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(viewport);
  const complaints = heardComplaints(page);
  const addressOf = (place: string) => `${url}/dashboard/${control.tenant}${place}`;
  const heading = page.getByRole('heading', { level: 1 });
  const shown = async () => {
    await heading.waitFor();
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  };
  const goTo = async (place: string) => {
    const response = await page.goto(addressOf(place));
    if (response?.status() === 503) throw new Error('The dashboard is not built. Run pnpm build:dashboard first.');
    await shown();
  };
  const follow = async (place: string) => {
    if (page.url() === addressOf(place)) return;
    const headingBefore = await heading.elementHandle();
    await page.evaluate(
      `document.activeElement.blur(); history.pushState(null, '', ${JSON.stringify(addressOf(place))})`,
    );
    await headingBefore?.waitForElementState('hidden');
    await shown();
  };
  if (page.url().startsWith(`${url}/dashboard/`)) await follow(path);
  else await goTo(path);
  return { page, complaints, follow };
}

const complaintsOfPages = new WeakMap<Page, string[]>();

/** Collects from now on, and no longer for earlier callers, because several tests share the page. */
function heardComplaints(page: Page): string[] {
  const complaints: string[] = [];
  if (!complaintsOfPages.has(page)) {
    page.on('pageerror', ({ message }) => complaintsOfPages.get(page)?.push(message));
    page.on('console', (message) => {
      // The page shows a refused call, and the browser reports it too.
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) complaintsOfPages.get(page)?.push(message.text());
    });
  }
  complaintsOfPages.set(page, complaints);
  return complaints;
}
