import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { redactExchange } from '../../src/deployment/exchange.ts';
import { addInputs, createSecrets } from '../../src/deployment/secrets.ts';
import { createSend } from '../../src/deployment/send.ts';
import { serve } from '../support/deployments.ts';

describe('secrets', () => {
  test.for([
    ['they are, the longest first', `<a> & "b'c!`],
    ['a URL writes them', encodeURIComponent(`<a> & "b'c!`)],
    ['JSON may escape them', '\\u003ca\\u003E \\u0026 \\"b\\u0027c!'],
    ['HTML may escape them', '&#60;a&#x3E; &#38; &#x22;b&#39;c!'],
    ['JSON writes them', JSON.stringify(`<a> & "b'c!`).slice(1, -1)],
    ['HTML writes them', '&lt;a&gt; &amp; &quot;b&#39;c!'],
    ['a form writes them', '%3Ca%3E+%26+%22b%27c%21'],
    ['base64 writes them', btoa(`<a> & "b'c!`)],
    ['Basic authorization writes them, with the client id', btoa(`client-1:<a> & "b'c!`)],
  ])('are removed as %s', ([, written = '']) => {
    const secrets = createSecrets();
    secrets.add("b'c!");
    addInputs(secrets, { hosts: {}, credentials: { clientId: 'client-1', clientSecret: `<a> & "b'c!` } });

    expect(secrets.redact(`before ${written}`)).toMatch(/^before \[(ESCROW_CLIENT_SECRET|redacted)\]=*$/);
  });

  test('are all cookies of an answer', () => {
    const answer = { status: 200, headers: { 'set-cookie': 'session=s-1', server: 'x' }, body: '' };
    const request = { method: 'GET', url: 'https://contract.example', headers: {} };

    expect(redactExchange({ request, answer }, (text) => text).answer?.headers).toEqual({
      'set-cookie': '[redacted]',
      server: 'x',
    });
  });

  test('are what an answer has in fields that hold secrets, even in JSON that breaks off', () => {
    const secrets = createSecrets();
    secrets.addFromBody('{"data":[{"waffy_token":"token-77","name":"Sara"}]}');
    secrets.addFromBody('{"data": {"waffy_token" : "cut-off-78');

    expect(secrets.redact('Sara has token-77 and cut-off-78')).toBe('Sara has [redacted] and [redacted]');
  });
});

const requestTo = (url: string) => ({ method: 'GET', url, headers: {} });

/** Stands in for `fetch` until the test ends. Not a server, which a busy machine may reach late. */
function stubFetch(answer: typeof fetch) {
  const stub = vi.fn(answer);
  vi.stubGlobal('fetch', stub);
  onTestFinished(() => void vi.unstubAllGlobals());
  return stub;
}

test('a redirect is not followed, and of a secret in it no error has a part', async () => {
  const secret = 'canary-'.repeat(20);
  const { add, redact } = createSecrets();
  add(secret);
  const target = await serve(() => expect.unreachable('the redirect was followed'));
  const url = await serve((_, response) => {
    response.writeHead(302, { location: `${target}/${secret}` }).end(`<p>${secret}</p>`);
  });

  const sent = createSend({ redact })(requestTo(url));

  await expect(sent).rejects.toThrow(`302 to ${target}/[redacted], body begins with <p>[redacted]</p>`);
});

describe('an operation that does not answer in time', () => {
  const linkUser = { method: 'POST', url: 'http://service.example/gateway/users/link', headers: {} };
  const getUser = (id: string) => requestTo(`http://service.example/users/${id}`);

  test('is not called again after two timeouts in a row, whatever is in its path', async () => {
    const answerAll = stubFetch(
      (_, request) =>
        new Promise((_resolve, reject) => {
          request?.signal?.addEventListener('abort', () => reject(request.signal?.reason));
        }),
    );
    const send = createSend({ timeoutInMs: 5 });

    for (const id of ['usr_1', 'usr_2']) await expect(send(getUser(id))).rejects.toThrow(/^no answer within 0.005 s$/);
    await expect(send(getUser('usr_3'))).rejects.toMatchObject({
      kind: 'timeout',
      message: 'no answer within 0.005 s, twice: not called again',
    });
    expect(answerAll).toHaveBeenCalledTimes(2);
    for (const _ of [1, 2, 3]) await expect(send(linkUser)).rejects.toMatchObject({ kind: 'timeout' });
    expect(answerAll).toHaveBeenCalledTimes(4);
  });
});

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

const date = 'Sun, 01 Jan 2040 00:00:00 GMT';

describe('a request beyond a rate limit', () => {
  test.for<[what: string, headers: OutgoingHttpHeaders]>([
    ['after no seconds', { 'retry-after': '0' }],
    ['after a date', { 'retry-after': date, date }],
  ])('is sent again %s', async ([, headers]) => {
    const { url, asked } = await startLimited(headers);

    const { status } = await createSend()(requestTo(url));

    expect([status, asked()]).toEqual([200, 2]);
  });

  test.for<[what: string, headers: OutgoingHttpHeaders, asked: number]>([
    ['after an hour', { 'retry-after': '3600' }, 1],
    ['after a date that is far away', { 'retry-after': date, date: 'Sat, 31 Dec 2039 23:00:00 GMT' }, 1],
    ['a fourth time', { 'retry-after': '0' }, 4],
  ])('is not sent again %s', async ([, headers, count]) => {
    const { url, asked } = await startLimited(headers, Number.POSITIVE_INFINITY);

    const sent = createSend()(requestTo(url));

    await expect(sent).rejects.toMatchObject({ kind: 'too-many' });
    expect(asked()).toBe(count);
  });

  test('is not waited for any longer after a stop', async () => {
    const stop = new AbortController();
    const answerAll = stubFetch(async () => new Response(null, { status: tooMany, headers: { 'retry-after': '60' } }));
    const send = createSend({ signal: stop.signal });

    const sent = [1, 2, 3].map(() => send(requestTo('http://service.example')));
    await new Promise(setImmediate);
    stop.abort(new Error('stopped'));

    for (const one of sent) await expect(one).rejects.toThrow('stopped');
    expect(answerAll).toHaveBeenCalledTimes(3);
  });
});
