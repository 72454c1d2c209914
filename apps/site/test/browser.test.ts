import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { wrongFirstAnswers } from './first-answers.ts';
import { openSite, type Page, search } from './open-site.ts';
import { site } from './whole-site.ts';

let open: Awaited<ReturnType<typeof openSite>>;
/** The page that the tests share, because a new window is slower. */
let page: Page;

beforeAll(async () => {
  open = await openSite(site.files);
  page = await open.browser.newPage({ reducedMotion: 'reduce' });
  return async () => {
    await page.close();
    await open.close();
  };
});

describe('the search', () => {
  beforeAll(() => openPage('index.html'));

  test.each([
    ['register before a contract', 'From registration to the checkout'],
    ['ECONNREFUSED', 'Errors'],
    ['npm EBADENGINE', 'A sandbox as a process of its own'],
    ['exactly once', 'Where events are stored'],
    ['telemetry', '@escrow-kit/prism-mock'],
  ])('the first five results of the guide for "%s" include "%s"', async (words, title) => {
    await search(page, words);

    const titles = await page.getByRole('group', { name: 'Guide' }).locator('strong').allTextContents();
    expect(titles.slice(0, 5)).toContainEqual(expect.stringContaining(title));
  });

  test.each([
    ['PARTY-3', 'PARTY-3', 'A provider omits isSender'],
    ['how do I test my webhook endpoint', 'Test your webhook endpoint', 'The sandbox delivers'],
    ['createContract', 'createContract', 'Create the parent of a contract'],
    ['docker', 'escrow-kit: Limits', 'There is no Docker image'],
    ['nestjs', 'Connect the receiver to your server: Any other server', 'NestJS and Koa have no adapter'],
    ['idempotancy', 'Calls: Retries, deadline and size', 'The service shows no idempotency key'],
  ])('the first result for "%s" is "%s"', async (words, title, text) => {
    const results = await search(page, words);

    expect(await results.first().locator('strong').textContent()).toBe(title);
    expect(await results.first().textContent()).toContain(text);
  });

  test('of thirty words, 27 or more have the right first answer', async () => {
    const wrong = await wrongFirstAnswers(page);

    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
  });

  test('an operation is listed once, in its group', async () => {
    await search(page, 'ticket');

    const titles = page.getByRole('group', { name: 'Operations' }).locator('strong');
    expect((await titles.allTextContents()).filter((title) => title.startsWith('requestTicket'))).toEqual([
      'requestTicket',
    ]);
  });
});

/** Opens a page of the site from the disk. */
async function openPage(
  path: string,
  { colorScheme = 'light', width = 1280 }: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  await page.goto(open.addressOf(path));
}

test('the site works from a disk: the search finds a chapter, and Enter opens it, without network requests', async () => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await openPage('docs/guide/consent.html');

  await search(page, 'return page');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'The return page' }).waitFor();

  expect(page.url()).toContain('docs/guide/return-page.html');
  expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
});

test.each([
  ['packages/checkout/index.html', 'light', 1280],
  ['reference/addParties.html#field-mileStonesParties', 'dark', 1280],
  ['docs/guide/settlement.html', 'light', 360],
  ['index.html', 'dark', 360],
] as const)(
  '%s in %s is accessible and fits a window of %i, and so does its code',
  async (path, colorScheme, width) => {
    await openPage(path, { colorScheme, width });

    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const overflows = await page
      .locator('pre')
      .evaluateAll((blocks) => blocks.map((pre) => pre.scrollWidth - pre.clientWidth));
    expect(Math.max(0, ...overflows)).toBe(0);
  },
);

test('the fields of an operation are folded, and unfold for a link to one and for print', async () => {
  await openPage('reference/addParties.html');
  const field = page.locator('#field-mileStonesParties-phoneNumber');
  await page.getByText('15 fields').waitFor();
  const isFolded = await field.isHidden();

  await page.emulateMedia({ media: 'print' });
  const isPrinted = await field.isVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(open.addressOf('reference/addParties.html#field-mileStonesParties-phoneNumber'));

  expect([isFolded, isPrinted]).toEqual([true, true]);
  await field.waitFor();
});

test('a code block is copied by keyboard, and the page says so', async () => {
  await openPage('index.html');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await page.locator('pre button').first().press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator('pre code').first().textContent(),
  );
});

test('on a small window, a page has its contents above and the next page below, also without scripts', async () => {
  const small = await open.browser.newPage({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
  onTestFinished(() => small.close());
  await small.goto(open.addressOf('docs/guide/consent.html'));

  await small.getByText('On this page').click();
  await small.locator('.contents a').last().click();
  expect(small.url()).toContain('consent.html#');
  await small.getByRole('navigation', { name: 'Previous and next' }).locator('[rel=next]').click();
  await small.getByRole('navigation', { name: 'Previous and next' }).locator('[rel=prev]').click();

  expect(small.url()).toMatch(/consent\.html$/);
});
