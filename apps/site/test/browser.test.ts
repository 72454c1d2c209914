import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { wrongFirstAnswers } from './first-answers.ts';
import { openSite, type Page, search } from './open-site.ts';
import { site } from './whole-site.ts';

let open: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  open = await openSite(site.files);
  return () => open.close();
});

describe('the search', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open.browser.newPage();
    await page.goto(open.addressOf('index.html'));
    return () => page.close();
  });

  test.each([
    ['register before a contract', 'From registration to the checkout'],
    ['ECONNREFUSED', 'Errors'],
    ['npm EBADENGINE', 'A shop on Node 20'],
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

type PageOptions = NonNullable<Parameters<typeof open.browser.newPage>[0]>;

/** Opens a page of the site from the disk. */
async function openPage(path: string, options: PageOptions = {}) {
  const page = await open.browser.newPage(options);
  onTestFinished(() => page.close());
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(open.addressOf(path));
  return { page, requests };
}

test('the site works from a disk: the search finds a chapter, and Enter opens it, without network requests', async () => {
  const { page, requests } = await openPage('docs/guide/consent.html');

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
    const { page } = await openPage(path, { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });

    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    const overflows = await page
      .locator('pre')
      .evaluateAll((blocks) => blocks.map((pre) => pre.scrollWidth - pre.clientWidth));
    expect(Math.max(0, ...overflows)).toBe(0);
  },
);

test('the fields of an operation are folded, and unfold for a link to one and for print', async () => {
  const { page } = await openPage('reference/addParties.html');
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
  const { page } = await openPage('index.html');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  await page.locator('pre button').first().press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await page.locator('pre code').first().textContent(),
  );
});

test('on a small window, a page has its contents above and the next page below, also without scripts', async () => {
  const { page } = await openPage('docs/guide/consent.html', {
    viewport: { width: 390, height: 800 },
    javaScriptEnabled: false,
  });

  await page.getByText('On this page').click();
  await page.locator('.contents a').last().click();
  expect(page.url()).toContain('consent.html#');
  await page.getByRole('navigation', { name: 'Previous and next' }).locator('[rel=next]').click();
  await page.getByRole('navigation', { name: 'Previous and next' }).locator('[rel=prev]').click();

  expect(page.url()).toMatch(/consent\.html$/);
});
