import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { operations } from '@escrow-kit/spec';
import { sharedBrowser } from '@escrow-kit/tools/browser';
import MiniSearch from 'minisearch';
import { serve } from 'vitepress';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import searchWords from '../search-words.json' with { type: 'json' };
import { typedCall } from '../src/request-examples.ts';
import { indexOptions, searchOptions } from '../src/search.ts';

const run = promisify(execFile);
const folder = join(import.meta.dirname, '..');
const site = join(folder, '.vitepress/dist');
let address: string;

// Also fails if a link leads to no page.
beforeAll(async () => {
  await run('pnpm', ['run', 'build:site'], { cwd: folder });
  const { server } = await serve({ root: folder, port: 0 });
  if (!server) throw new Error('VitePress serves nothing.');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
});

test('every link to a place on a page has that place', () => {
  const htmlOf = (path: string) => readFileSync(join(site, path.replace(/(^|\/)$/, '$1index.html')), 'utf8');
  const dead = globSync('**/*.html', { cwd: site }).flatMap((page) => {
    const links = [...htmlOf(page).matchAll(/href="([^":]*)#([^"]+)"/g)];
    return links
      .filter(([, path = '', id]) => {
        const target = path.startsWith('/') ? path.slice(1) : join(dirname(page), path);
        return !htmlOf(path ? target : page).includes(`id="${id}"`);
      })
      .map(([link]) => `${page}: ${link}`);
  });

  expect(dead).toEqual([]);
});

test('llms.txt leads to the Markdown of each page', () => {
  const links = [...readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\((.+?)\)$/gm)].map(
    ([, path = '']) => path,
  );

  expect(links).toContain('typescript/@escrow-kit/webhooks/sqlite.md');
  for (const path of links) expect(readFileSync(join(site, path), 'utf8')).toMatch(/^# /m);
});

/** What developers search for, and the beginning of the address of the right answer. */
const firstAnswers: [words: string, address: string][] = [
  ['retry', '/docs/guide/calls.html#retries-time-out-and-size'],
  ['timeout', '/docs/guide/calls.html#retries-time-out-and-size'],
  ['idempotency', '/docs/guide/calls.html#retries-time-out-and-size'],
  ['rate limit', '/spec/rules.html#uapi-6'],
  ['error', '/docs/guide/errors.html'],
  ['token refresh', '/docs/guide/hosts-and-tokens.html#tokens-that-expire'],
  ['halalas', '/docs/guide/terms.html#amounts-and-rounding'],
  ['webhook signature', '/docs/guide/webhooks-tests.html'],
  ['nestjs', '/docs/guide/webhooks-frameworks.html#nestjs'],
  ['express', '/docs/guide/webhooks-server.html#nodehttp-and-express'],
  ['fastify', '/docs/guide/webhooks-server.html#fastify'],
  ['hono', '/docs/guide/webhooks-server.html#hono'],
  ['docker', '/#limits'],
  ['postgres', '/docs/guide/webhooks-inbox.html#postgresql'],
  ['sqlite', '/docs/guide/webhooks-inbox.html#sqlite'],
  ['dead letter', '/docs/guide/webhooks-operation.html'],
  ['replay', '/docs/guide/webhooks-operation.html'],
  ['listen', '/docs/guide/relay.html'],
  ['test clock', '/docs/guide/sandbox.html#move-the-clock'],
  ['milestone', '/reference/addMilestones.html'],
  ['ticket', '/reference/requestTicket.html'],
  ['bank account', '/reference/addBankAccount.html'],
  ['consent', '/docs/guide/consent.html'],
  ['checkout', '/packages/checkout/'],
  ['refund', '/docs/guide/settlement.html'],
  ['payout', '/docs/guide/settlement.html'],
  ['fee', '/spec/rules.html#milestone-4'],
  ['mock', '/apps/prism-mock/'],
  ['pact', '/docs/guide/pacts.html'],
  ['overlay', '/spec/#overlays'],
];

/** Questions of users, each with the one page that answers it. */
const questions: [words: string, address: string][] = [
  ['rounding', '/docs/guide/terms.html#amounts-and-rounding'],
  ['stuck step', '/docs/guide/crashes.html#resolve-a-pending-step'],
  ['how do I refund a buyer', '/docs/guide/settlement.html#refund-a-buyer'],
  ['missing webhook', '/docs/guide/webhooks-operation.html#find-a-missing-webhook'],
  ['checkout hosts', '/docs/guide/hosts-and-tokens.html#the-checkouts-host'],
  ['tokens', '/docs/guide/hosts-and-tokens.html'],
  ['consent', '/docs/guide/consent.html'],
  ['checkoutHosts', '/docs/guide/hosts-and-tokens.html#the-checkouts-host'],
  ['my webhook got lost', '/docs/guide/webhooks-operation.html#find-a-missing-webhook'],
  ['how do I get a token', '/docs/guide/hosts-and-tokens.html#tokens'],
  ['clock', '/docs/guide/sandbox.html#move-the-clock'],
  ['what happens after the deadline', '/docs/guide/terms.html#the-deadline'],
  ['seller and buyer in one', '/docs/guide/terms.html#buyer-and-seller-in-one'],
  ['phone numbers', '/docs/guide/terms.html#phone-numbers'],
];

test('of thirty words, 27 or more have the right first answer, and so have names, errors and a typing error', async () => {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: site });
  const { default: json } = await import(join(site, file));
  const index = MiniSearch.loadJSON(json, { ...indexOptions, searchOptions });
  const isWrong = ([words, right]: [string, string]) => !index.search(words)[0]?.id.startsWith(right);

  const wrong = firstAnswers.filter(isWrong).map(([words]) => `${words}: ${index.search(words)[0]?.id}`);

  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(3);
  expect(Object.keys(searchWords).filter((place) => !index.has(place))).toEqual([]);
  const others: [string, string][] = [
    ['PARTY-3', '/spec/rules.html#party-3'],
    ['createContract', '/reference/createContract.html'],
    ['createControl', '/typescript/@escrow-kit/sandbox-control.html#createcontrol'],
    ['ECONNREFUSED', '/docs/guide/errors.html'],
    ['rule_violation', '/docs/guide/errors.html#errors'],
    ['address_probably_wrong', '/docs/guide/errors.html#errors'],
    ['input_changed', '/docs/guide/crashes.html#survive-a-crash'],
    ['body_not_raw', '/docs/guide/webhooks-server.html#status-codes'],
    ['idempotancy', '/docs/guide/calls.html#retries-time-out-and-size'],
    ['how do I test my webhook endpoint', '/docs/guide/test-your-endpoint.html'],
  ];
  expect([...others, ...questions].filter(isWrong)).toEqual([]);
});

test('the search of a page finds a rule, Enter opens it, and nothing is loaded from elsewhere', async () => {
  const page = await (await sharedBrowser()).newPage({ reducedMotion: 'reduce' });
  onTestFinished(() => page.close());
  const elsewhere: string[] = [];
  page.on('request', (request) => request.url().startsWith(address) || elsewhere.push(request.url()));
  await page.goto(`${address}/docs/guide/consent.html`);

  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('PARTY-3');
  await page.locator('.result.selected', { hasText: 'PARTY-3' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/spec\/rules\.html#party-3$/);

  expect(elsewhere).toEqual([]);
});

test.each(['reference/addParties.html', 'docs/guide/settlement.html'])('%s fits a phone', async (path) => {
  const page = await (await sharedBrowser()).newPage({ viewport: { width: 390, height: 800 } });
  onTestFinished(() => page.close());

  await page.goto(`${address}/${path}`);

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('the typed calls of the pages type-check', async () => {
  const programs = mkdtempSync(join(folder, '.readme-'));
  onTestFinished(() => rmSync(programs, { recursive: true }));
  for (const operation of operations) writeFileSync(join(programs, `${operation.id}.ts`), typedCall(operation));
  writeFileSync(join(programs, 'tsconfig.json'), '{ "extends": "../../tsconfig.base.json" }');

  // The workspace's own tsc is the one that TypeDoc needs.
  const tsc = join(folder, '../node_modules/.bin/tsc');
  const { stdout } = await run(tsc, ['-p', programs, '--checkers', '1', '--types', 'node']).catch((error) => error);

  expect(stdout).toBe('');
});
