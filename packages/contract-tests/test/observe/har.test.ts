import { join } from 'node:path';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { expect, test } from 'vitest';
import { type RecordedExchange, readEntries, readEntry } from '../../src/observe/har.ts';
import { formatObservation, observe } from '../../src/observe/observe.ts';
import { callOf, observeEntries, serviceUrl, writeHar } from '../support/traffic.ts';

async function read(file: string): Promise<(RecordedExchange | undefined)[]> {
  const found: (RecordedExchange | undefined)[] = [];
  for await (const entry of readEntries(file, () => {})) found.push(readEntry(entry, 'traffic.har'));
  return found;
}

const sent = (postData: object | null, bodySize: number | null = -1): object => ({
  ...callOf('requestTicket'),
  request: { ...callOf('requestTicket').request, postData, bodySize },
});
const json = { kind: 'json', content: { a: 1 } };
const form = 'application/x-www-form-urlencoded';
const base64Of = (text: string): string => Buffer.from(text).toString('base64');

test.for<[what: string, entry: object, body: object]>([
  ['JSON', sent({ text: '{"a":1}' }), json],
  ['JSON after a byte order mark, in base64', sent({ text: base64Of('\uFEFF{"a":1}'), encoding: 'base64' }), json],
  ['JSON as a text in JSON', sent({ text: '"{\\"a\\":1}"' }, 7), json],
  ['a text in JSON that was sent so', sent({ text: '"{\\"a\\":1}"' }, 11), { kind: 'json', content: '{"a":1}' }],
  ['base64 that is no text', sent({ text: '/////w==', encoding: 'base64' }), { kind: 'not recorded' }],
  ['a form as text', sent({ mimeType: form, text: 'a=1&b=%20' }), { kind: 'form', content: { a: '1', b: ' ' } }],
  [
    'a form as its fields, beside an empty text',
    sent({
      mimeType: '',
      text: '',
      params: [
        { name: 'a', value: '1' },
        { name: 'a', value: '' },
      ],
    }),
    { kind: 'form', content: { a: ['1', ''] } },
  ],
  [
    'a form whose fields are encoded, left null, or no fields',
    sent({ params: [{ name: 'a', value: '%2B966%3A1' }, { name: 'b', value: null }, null, 'c', { value: 'd' }] }),
    { kind: 'form', content: { a: '+966:1', b: '[redacted]' } },
  ],
  ['a text', sent({ text: 'ok' }), { kind: 'text' }],
  ['a page', sent({ text: '\n<html>' }), { kind: 'page' }],
  ['no body', sent(null, 0), { kind: 'none' }],
  ['one that was saved empty', sent({ text: '' }, 40), { kind: 'not recorded' }],
  ['one of which nothing is known', sent(null, null), { kind: 'not recorded' }],
])('a body is read: %s', async ([_what, entry, body]) => {
  expect((await read(writeHar([entry])))[0]?.body).toMatchObject(body);
});

const noTokens = ['Not checked, because it does not contain it: authorization.'];
const noBodies = [
  'A body was not recorded in 2 of 2 exchanges.',
  expect.stringMatching(/^No call matches an operation/),
];

test.for<[file: string, known: number, unknownCalls: string[], notes: unknown[]]>([
  ['empty-text-with-params', 1, [], []],
  ['without-tokens', 2, [], noTokens],
  ['redacted-tokens', 2, [], noTokens],
  ['redacted-two-kinds', 2, [], noTokens],
  [
    'bodies-not-saved',
    0,
    ['GET /api/external/contracts/{}/history', 'POST /api/external/contracts/{}/release'],
    noBodies,
  ],
])(
  'a file that lacks something contradicts nothing, and a note says once what it lacks: %s',
  async ([name, known, unknownCalls, notes]) => {
    const file = join(import.meta.dirname, 'recorded', `${name}.har`);

    const report = await observe([file], { hosts: {} });

    expect([report.counts.known, report.contradictions]).toEqual([known, []]);
    expect(report.unknownCalls.map(({ call }) => call)).toEqual(unknownCalls);
    expect(report.notes.map((note) => note.replace(file, 'it'))).toEqual(notes);
  },
);

test('an entry that can not be read hides no other', async () => {
  const odd = { toString: 1 };
  const { request, response } = callOf('linkUser');
  const entries = [
    ...[null, 'text', {}, { request: { method: 'GET', url: 'no url' } }, { request: { method: odd, url: odd } }],
    { request, response: { status: odd, content: odd, headers: [odd] } },
    { request: { ...request, headers: odd, postData: { text: odd, params: odd } }, response },
    { request, response: { ...response, content: { text: '['.repeat(100_000) } } },
    { request, response: { ...response, content: { text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } } },
    { ...callOf('getUser'), time: 'x' },
  ];

  const { counts } = await observeEntries(entries);

  expect([counts.unreadable, counts.known]).toEqual([5, 5]);
});

test('a name with a line feed begins no line, and no command of a pipeline', async () => {
  const report = await observeEntries([callOf('createContract')]);
  const openPlaces = report.openPlaces.map((seen) => ({ ...seen, first: 'a\n::error::b\u001b[2J.har, entry 1' }));

  const text = formatObservation({ ...report, openPlaces });

  expect(text).toContain('(once in a\\n::error::b\\u{001b}[2J.har, entry 1)');
  expect(text).not.toMatch(/^\s*::/m);
});

test('entries of other addresses are left out, and calls are shown without the base path', async () => {
  const [elsewhere, page, below] = [callOf('getUser'), callOf('getUser'), callOf('getUser')];
  elsewhere.request.url = 'https://ads.example/';
  page.request.url = 'data:text/html,hello';
  below.request.url = below.request.url.replace(serviceUrl, `${serviceUrl}/base`);

  const { counts } = await observeEntries([elsewhere, page, below], { hosts: { users: `${serviceUrl}/base/` } });

  expect([counts.foreign, counts.known]).toEqual([2, 1]);
});

test.for<[what: string, text: string, problem: string]>([
  ['a page', '<html>Bearer s3cret</html>', 'not valid JSON after about 0 bytes.'],
  ['one that is cut off before its first entry ends', '{"log":{"entries":[{', 'not valid JSON after'],
  ['an empty one', '', 'no entries at log.entries.'],
])('a file that is no HAR file is refused, and not repeated: %s', async ([_what, text, problem]) => {
  const error = await read(writeHar(text)).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(CommandLineError);
  expect((error as Error).message).toContain(problem);
  expect((error as Error).message).not.toContain('s3cret');
});

test('what stands before a break in a file is read, and a note says so', async () => {
  const whole = JSON.stringify({ log: { entries: [callOf('getUser'), callOf('getUser')] } });
  const [cut, good] = [writeHar(whole.slice(0, -30)), writeHar(whole)];

  const { counts, notes } = await observe([cut, good], { hosts: {}, webhooksTo: undefined });

  expect(counts.known).toBe(3);
  expect(notes).toEqual([expect.stringMatching(/not valid JSON after.* The part before was read\.$/)]);
});
