import { connectBrowser } from '@escrow-kit/suite/browser';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Opens a new window without cookies, which is closed after the test. */
export type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Without animations, because colours are wrong during a transition. */
const withoutMotion = { reducedMotion: 'reduce' } as const;

/** A real browser for the tests of the enclosing block, with a window for each that asks for one. */
export function usedBrowser(): OpenContext {
  const browser = connectedBrowser();
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return async (options) => {
    const context = await browser().newContext({ ...withoutMotion, ...options });
    contexts.push(context);
    return context;
  };
}

/**
 * A page that the tests of the enclosing block share, because a new window is slower. Each test gets it without cookies and
 * permissions, and alone in its window. A test that stores something else, or routes requests, opens a new window with {@link
 * usedBrowser}.
 */
export function usedPage(options: BrowserContextOptions = {}): () => Page {
  const browser = connectedBrowser();
  let page: Page;
  beforeAll(async () => {
    page = await (await browser().newContext({ ...withoutMotion, ...options })).newPage();
  });
  afterEach(async () => {
    const context = page.context();
    const others = context.pages().filter((other) => other !== page);
    await Promise.all([...others.map((other) => other.close()), context.clearCookies(), context.clearPermissions()]);
  });
  return () => page;
}

function connectedBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterAll(() => browser.close());
  return () => browser;
}
