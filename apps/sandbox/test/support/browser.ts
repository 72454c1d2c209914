import { sharedBrowser } from '@escrow-kit/tools/browser';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** A window without animations, because colours are wrong during a transition. */
export async function newWindow(options?: BrowserContextOptions): Promise<BrowserContext> {
  return (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
}

/**
 * A page that the tests of the enclosing block share, because a new window is slower. Each test gets it without cookies and
 * permissions, and alone in its window.
 */
export function usedPage(options: BrowserContextOptions = {}): () => Page {
  let page: Page;
  beforeAll(async () => {
    page = await (await newWindow(options)).newPage();
  });
  afterAll(() => page.context().close());
  afterEach(() => tidyWindow(page));
  return () => page;
}

/** Leaves a page alone in its window, without cookies and permissions. */
export async function tidyWindow(page: Page): Promise<void> {
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all([...others.map((other) => other.close()), context.clearCookies(), context.clearPermissions()]);
}
