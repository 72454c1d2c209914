import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HarError, readHar } from '../../src/observe/har/read-har.ts';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const hosts = {
  contract: 'https://contract.example/base',
  auth: 'https://auth.example/',
  identity: 'https://identity.example',
};

function writeHar(content: unknown): string {
  const file = join(temporaryFolder(), 'traffic.har');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const har = (...entries: unknown[]) => ({ log: { version: '1.2', creator: { name: 'a', version: '1' }, entries } });

async function read(content: unknown, webhooksTo?: string) {
  const exchanges: RawExchange[] = [];
  const counts = await readHar(writeHar(content), {
    hosts,
    webhooksTo,
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  return { exchanges, ...counts };
}

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();

const entry = {
  startedDateTime: '2030-01-01T00:00:00.000+01:00',
  time: 12.5,
  request: { method: 'GET', url: 'https://auth.example/a', httpVersion: 'h2', headers: [], cookies: [], bodySize: 0 },
  response: { status: 200, statusText: 'OK', headers: [], content: { size: 2, mimeType: 'text/plain', text: 'ok' } },
};

test('an entry of Chromium is read without pseudo headers, with its decoded body', async () => {
  const { exchanges } = await read(
    har({
      ...entry,
      _initiator: { type: 'script' },
      request: {
        method: 'POST',
        url: 'https://contract.example/base/api/external/contracts?a=%20&b',
        httpVersion: 'h2',
        headers: [
          { name: ':authority', value: 'contract.example' },
          { name: 'authorization', value: 'Bearer t' },
          { name: 'content-type', value: 'application/json' },
        ],
        bodySize: 7,
        postData: { mimeType: 'application/json', text: '{"a":1}' },
      },
      response: {
        status: 201,
        statusText: '',
        headers: [
          { name: 'content-encoding', value: 'br' },
          { name: 'X-A', value: '1' },
        ],
        content: { size: 2, mimeType: 'application/json', text: 'e30=', encoding: 'base64' },
      },
    }),
  );

  expect(exchanges).toEqual([
    {
      kind: 'call',
      host: 'contract',
      startedAt: Date.UTC(2029, 11, 31, 23),
      durationInMs: 12.5,
      method: 'POST',
      target: '/api/external/contracts?a=%20&b',
      requestHeaders: [
        ['authorization', 'Bearer t'],
        ['content-type', 'application/json'],
      ],
      requestBody: { bytes: Buffer.from('{"a":1}'), isComplete: true },
      response: { status: 201, headers: [['X-A', '1']], body: { bytes: Buffer.from('{}'), isComplete: true } },
    },
  ]);
});

test('a form that is given by its fields is read as it was sent', async () => {
  const params = [
    { name: 'grant_type', value: 'urn:a b' },
    { name: 'scope', value: 'payment:é' },
  ];
  const request = { ...entry.request, method: 'POST', postData: { mimeType: 'x', params } };

  const { exchanges } = await read(har({ ...entry, request }));

  expect(textOf(exchanges[0]?.requestBody.bytes)).toBe('grant_type=urn%3Aa+b&scope=payment%3A%C3%A9');
});

test.each<[what: string, status: number, content: { size?: number; text?: string } | undefined, isComplete: boolean]>([
  ['that was not saved', 200, { size: 10 }, false],
  ['that is empty', 200, { size: 0 }, true],
  ['of a 204', 204, undefined, true],
  ['of which nothing is known', 200, undefined, false],
  ['of more than 1 MiB', 200, { text: 'a'.repeat(2 ** 20 + 1) }, false],
])('a body %s is complete only if all of it is there', async (_what, status, content, isComplete) => {
  const { exchanges } = await read(har({ ...entry, response: { status, headers: [], content } }));

  expect(exchanges[0]?.response?.body.isComplete).toBe(isComplete);
  expect(exchanges[0]?.response?.body.bytes.length).toBe(isComplete || !content?.text ? 0 : 2 ** 20);
});

test('a request without an answer fails with the code of the browser, and with nothing longer', async () => {
  const failed = (_error?: string) => ({
    ...entry,
    response: { status: 0, headers: [], content: { size: 0 }, _error },
  });

  const { exchanges } = await read(har(failed('net::ERR_CONNECTION_REFUSED'), failed('Bearer secret'), failed()));

  expect(exchanges.map(({ failure }) => failure)).toEqual(['net::ERR_CONNECTION_REFUSED', 'NO_ANSWER', 'NO_ANSWER']);
  expect(exchanges[0]).not.toHaveProperty('response');
});

test('entries of other addresses are left out and counted, and events are known by their endpoint', async () => {
  const to = (url: string) => ({ ...entry, request: { ...entry.request, url } });

  const { exchanges, taken, foreign } = await read(
    har(
      to('https://contract.example/base/x'),
      to('https://contract.example/based/x'),
      to('https://contract.example.evil.example/base/x'),
      to('http://auth.example/x'),
      to('data:text/plain,x'),
      to('https://identity.example'),
      to('https://shop.example/webhooks?a=1'),
    ),
    'https://shop.example/webhooks',
  );

  expect({ taken, foreign }).toEqual({ taken: 3, foreign: 4 });
  expect(exchanges.map(({ kind, host, target }) => [kind, host, target])).toEqual([
    ['call', 'contract', '/x'],
    ['call', 'identity', '/'],
    ['event', undefined, '/webhooks?a=1'],
  ]);
});

test('a file with a byte order mark, in pieces of any length, is read whole', async () => {
  const bodies = Array.from({ length: 40 }, (_, index) => 'é'.repeat(index * 1_000));
  const entries = bodies.map((text) => ({ ...entry, response: { status: 200, headers: [], content: { text } } }));

  const { exchanges } = await read(`\ufeff${JSON.stringify(har(...entries), undefined, 2)}\n`);

  expect(exchanges.map(({ response }) => textOf(response?.body.bytes))).toEqual(bodies);
});

test.each<[what: string, content: unknown, message: string]>([
  ['a page', '<html>Bearer secret</html>', 'this is no JSON, or not all of it, after about 0 bytes. Save it again.'],
  ['a file that is cut off', JSON.stringify(har(entry)).slice(0, -5), 'this is no JSON, or not all of it'],
  ['an empty file', '', 'there are no entries at log.entries.'],
  ['other JSON', { log: {} }, 'there are no entries at log.entries. Name a HAR file that has requests.'],
  [
    'an entry without a time',
    har(entry, { ...entry, startedDateTime: 'secret' }),
    'log.entries[1].startedDateTime is no time.',
  ],
  ['an entry that is a text', har('secret'), 'log.entries[0].startedDateTime is no time.'],
  [
    'headers as an object',
    har({ ...entry, request: { ...entry.request, headers: { a: 'secret' } } }),
    'log.entries[0].request.headers is not a list of headers.',
  ],
  [
    'a body that is a number',
    har({ ...entry, response: { ...entry.response, content: { text: 7 } } }),
    'log.entries[0].response.content is no body.',
  ],
])('%s is refused by file and place, without its values', async (_what, content, message) => {
  const error = await read(content).catch((error: Error) => error);

  expect(error).toBeInstanceOf(HarError);
  expect(String(error)).toContain(`traffic.har: ${message}`);
  expect(String(error)).not.toContain('secret');
});

test('a file that does not exist is refused', async () => {
  const reading = readHar(join(temporaryFolder(), 'none.har'), { hosts, onExchange: () => {} });

  await expect(reading).rejects.toThrow("none.har: it can't be read (ENOENT). Name a HAR file.");
});
