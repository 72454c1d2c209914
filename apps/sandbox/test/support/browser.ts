import { sharedBrowser } from '@escrow-kit/tools/browser';
import type { BrowserContext, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { PageAnswer } from './page-client.ts';

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

/**
 * Shows a page in a window that has shown others of the sandbox: with the same policy, and with the stylesheet and axe already
 * loaded.
 */
export async function showPage(page: Page, { url, text }: PageAnswer): Promise<void> {
  if (!page.url().startsWith(new URL(url).origin)) await page.goto(url);
  await page.setContent(text);
}

/** The button of the checkout that pays. */
export const payButton = (place: Page | Frame): Locator => place.getByRole('button', { name: /^Pay / });
