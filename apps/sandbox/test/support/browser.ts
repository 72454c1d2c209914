import { connectBrowser } from '@escrow-kit/suite/browser';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** Opens a window of its own, with no cookies, which is closed after the test. */
export type OpenContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** A real browser for the tests of the enclosing block. */
export function usedBrowser(): OpenContext {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await connectBrowser();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser.close());
  return async (options) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
}
