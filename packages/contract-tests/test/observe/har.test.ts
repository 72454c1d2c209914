import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exchange, HarError, readHar } from '../../src/observe/har.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { callOf, type Entry, observeEntries, serviceUrl, writeHar } from './traffic.ts';

async function read(file: string): Promise<(Exchange | undefined)[]> {
  const found: (Exchange | undefined)[] = [];
  for await (const exchange of readHar(file)) found.push(exchange);
  return found;
}

function writeText(text: string): string {
  const file = join(temporaryFolder(), 'traffic.har');
  writeFileSync(file, text);
  return file;
}

const sent = (postData: object | null, bodySize = -1): object => ({
  ...callOf('requestTicket'),
  request: { ...callOf('requestTicket').request, postData, bodySize },
});

test.for<[what: string, entry: object, body: object]>([
  ['JSON', sent({ text: '{"a":1}' }), { kind: 'json', content: { a: 1 } }],
  ['JSON after a byte order mark, in base64', sent({ text: '77u/eyJhIjoxfQ==', encoding: 'base64' }), { kind: 'json' }],
  [
    'a form as text',
    sent({ mimeType: 'application/x-www-form-urlencoded', text: 'a=1&b=%20' }),
    { kind: 'form', content: { a: '1', b: ' ' } },
  ],
  [
    'a form as its fields, beside an empty text',
    sent({ text: '', params: [{ name: 'a', value: '1' }, { name: 'a' }] }),
    { kind: 'form', content: { a: ['1', ''] } },
  ],
  ['a text', sent({ text: 'ok' }), { kind: 'text' }],
  ['a page', sent({ text: '\n<html>' }), { kind: 'page' }],
  ['no body', sent(null, 0), { kind: 'none' }],
  ['one that was not saved', sent({ text: null }), { kind: 'not recorded' }],
  ['one of which nothing is known', sent(null), { kind: 'not recorded' }],
])('a body is read: %s', async ([_what, entry, body]) => {
  expect((await read(writeHar([entry])))[0]?.body).toMatchObject(body);
});

test('a request without an answer has none', async () => {
  expect(await read(writeHar([{ ...callOf('getUser'), response: { status: 0 } }]))).toMatchObject([
    { answer: undefined },
  ]);
});

test('an entry that can not be read hides no other', async () => {
  const entries = [
    null,
    'text',
    {},
    { request: { method: 'GET', url: 'no url' } },
    { ...callOf('getUser'), time: 'x' },
  ];

  const { unreadable, known } = await observeEntries(entries);

  expect([unreadable, known]).toEqual([4, 1]);
});

test('entries of other addresses are left out, and calls are shown without the base path', async () => {
  const elsewhere: Entry = {
    ...callOf('getUser'),
    request: { ...callOf('getUser').request, url: 'https://ads.example/' },
  };
  const below = callOf('getUser');
  below.request.url = below.request.url.replace(serviceUrl, `${serviceUrl}/base`);

  const { foreign, known } = await observeEntries([elsewhere, below], { hosts: { users: `${serviceUrl}/base/` } });

  expect([foreign, known]).toEqual([1, 1]);
});

test.for<[what: string, text: string, problem: string]>([
  ['a page', '<html>Bearer s3cret</html>', 'this is no JSON, or not all of it, after about 0 bytes.'],
  ['one that is cut off', '{"log":{"entries":[{}', 'this is no JSON, or not all of it'],
  ['an empty one', '', 'there are no entries at log.entries.'],
  ['other JSON', '{"log":{}}', 'there are no entries at log.entries. Name a HAR file that has requests.'],
])('a file that is no HAR file is refused, and not repeated: %s', async ([_what, text, problem]) => {
  const error = await read(writeText(text)).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(HarError);
  expect((error as Error).message).toContain(problem);
  expect((error as Error).message).not.toContain('s3cret');
});

test('a file with a byte order mark is read', async () => {
  const text = JSON.stringify({ log: { entries: [callOf('getUser')] } });

  expect(await read(writeText(`\uFEFF${text}`))).toHaveLength(1);
});
