import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSecrets } from '../../src/deployment/secrets.ts';
import { createSend } from '../../src/deployment/send.ts';
import { summarizeRules } from '../../src/judge/summarize-rules.ts';
import { resultOf } from '../../src/judge/verification.ts';
import { checkCustomer } from '../../src/preflight/check-customer.ts';
import { filterPacts } from '../support/pacts.ts';
import { allHostsAt, serve } from '../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../support/verify-by-pact.ts';

const tooMany = 429;

/** A server that refuses this many requests with 429 and these headers, and then answers with 200. */
async function startLimited(headers: OutgoingHttpHeaders, refused = 1) {
  let count = 0;
  const url = await serve((_, response) => {
    count += 1;
    response.writeHead(count > refused ? 200 : tooMany, headers).end();
  });
  return { url, asked: () => count };
}

const operationId = 'getUser';
const requestTo = (url: string) => ({ method: 'GET', url, headers: {} });

const date = 'Sun, 01 Jan 2040 00:00:00 GMT';

describe('a request beyond a rate limit', () => {
  test.for<[what: string, headers: OutgoingHttpHeaders]>([
    ['after no seconds', { 'retry-after': '0' }],
    ['after a date', { 'retry-after': date, date }],
    ['after a date that is over', { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' }],
  ])('is sent again %s', async ([, headers]) => {
    const { url, asked } = await startLimited(headers);

    const { status } = await createSend()(requestTo(url), { operationId });

    expect([status, asked()]).toEqual([200, 2]);
  });

  test.for<[what: string, headers: OutgoingHttpHeaders, asked: number]>([
    ['after an hour', { 'retry-after': '3600' }, 1],
    ['after a date that is far away', { 'retry-after': date, date: 'Sat, 31 Dec 2039 23:00:00 GMT' }, 1],
    ['a fourth time', { 'retry-after': '0' }, 4],
  ])('is not sent again %s', async ([, headers, count]) => {
    const { url, asked } = await startLimited(headers, Number.POSITIVE_INFINITY);

    const sent = createSend()(requestTo(url), { operationId });

    await expect(sent).rejects.toMatchObject({ kind: 'too-many' });
    expect(asked()).toBe(count);
  });

  test('is not sent again if the 429 is what is checked', async () => {
    const { url, asked } = await startLimited({ 'retry-after': '0' });

    const { status } = await createSend()(requestTo(url), { operationId, waitsAfter429: false });

    expect([status, asked()]).toEqual([tooMany, 1]);
  });

  test('is not waited for any longer after a stop', async () => {
    const { url } = await startLimited({ 'retry-after': '60' });
    const stop = new AbortController();
    const send = createSend({ signal: stop.signal, onWait: () => stop.abort(new Error('stopped')) });

    await expect(send(requestTo(url), { operationId })).rejects.toThrow('stopped');
  });

  test('is told once for all that wait at the same time', async () => {
    const stop = new AbortController();
    const answerAll = vi.fn(async () => new Response(null, { status: tooMany, headers: { 'retry-after': '60' } }));
    vi.stubGlobal('fetch', answerAll);
    onTestFinished(() => void vi.unstubAllGlobals());
    const waits: number[] = [];
    const send = createSend({ signal: stop.signal, onWait: (seconds) => waits.push(seconds) });

    const sent = [1, 2, 3].map(() => send(requestTo('http://service.example'), { operationId }));
    await new Promise(setImmediate);
    stop.abort();
    await Promise.allSettled(sent);

    expect([answerAll.mock.calls.length, waits]).toEqual([3, [60]]);
  });
});

test('a customer that is refused with 429 is no wrong prefix', async () => {
  const { url } = await startLimited({ 'retry-after': '3600' }, Number.POSITIVE_INFINITY);
  const credentials = { organizationToken: 'organization-1' };

  await expect(checkCustomer({ hosts: allHostsAt(url), credentials })).resolves.toBeUndefined();
});

test('of a secret that something else answers with, no error has a part', async () => {
  const secret = 'canary-'.repeat(20);
  const target = `https://login.example/${secret}`;
  const url = await serve((_, response) => {
    response.writeHead(302, { location: target }).end(`<p>${secret}</p>`);
  });
  const { add, redact } = createSecrets();
  add(secret);

  const sent = createSend({ redact })(requestTo(url), { operationId });

  const text = '302 to https://login.example/[redacted], a body that begins with <p>[redacted]</p>';
  await expect(sent).rejects.toThrow(text);
});

test('a deployment that keeps answering with 429 is not broken, holds no rule, and that is told as the reason', {
  timeout: verificationLimitInMs,
}, async () => {
  const { url } = await startLimited({ 'retry-after': '3600' }, Number.POSITIVE_INFINITY);
  const rules = ['USER-1', 'UAPI-1', 'AUTH-1'];
  const pacts = filterPacts(({ description }) => rules.some((rule) => description.startsWith(`${rule} `)));
  const credentials = { organizationToken: 'organization-1', clientAdminToken: 'administrator-1', apiKey: 'key-1' };

  const verification = await verifyByPact(pacts, { hosts: allHostsAt(url), credentials });

  expect(new Set(verification.interactions.map(({ outcome }) => outcome))).toEqual(new Set(['not checkable']));
  expect(resultOf(verification)).toBe('incomplete');
  const customers = summarizeRules(verification).find(({ id }) => id === 'USER-1');
  const text = expect.stringContaining('too many requests (429)');
  expect(customers?.reasons).toEqual([{ kind: 'too-many', text }]);
});
