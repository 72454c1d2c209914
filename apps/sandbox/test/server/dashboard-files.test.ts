import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { quickRequest } from '../support/http.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const sandbox = startedSandbox({ controlToken: 'control-token-1' });
const get = (path: string, headers = {}) => quickRequest(sandbox().url, { path, headers });

/** The files that the page names. */
async function listAssets(): Promise<string[]> {
  const { text } = await get('/');
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name);
}

/** Reads a file without decompressing it, as fetch would. */
async function readAsSent(name: string, accepted: string) {
  const sent = request(sandbox().url + name, { headers: { 'accept-encoding': accepted }, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { bytes: await buffer(answer), headers: answer.headers };
}

test.each(['/', '/dashboard', '/dashboard/default/contracts/milestone_1'])(
  'the dashboard is served at %s, without a token, under a policy that allows nothing inline, and again only if it has changed',
  async (path) => {
    const { status, headers, text } = await get(path);
    const again = await get(path, { 'if-none-match': headers.get('etag') });

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).not.toMatch(/<style|style=|<script(?! type="module" crossorigin src=)/);
    expect([again.status, again.text]).toEqual([304, '']);
  },
);

test('its files are kept for good, because their names change with their content, under the same policy', async () => {
  const names = await listAssets();

  const answers = await Promise.all(names.map((name) => get(name, { 'accept-encoding': 'gzip' })));

  expect(names.map((name) => name.replace(/-[\w-]{8}\./, '-HASH.')).toSorted()).toEqual([
    '/dashboard/assets/icon-HASH.svg',
    '/dashboard/assets/index-HASH.css',
    '/dashboard/assets/index-HASH.js',
  ]);
  for (const { status, headers } of answers) {
    expect([status, headers.get('content-security-policy')]).toEqual([200, policy]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('vary')).toBe('Accept-Encoding');
  }
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('its files are sent compressed to a browser that takes %s', async (accepted, decompress) => {
  const name = (await listAssets()).find((candidate) => candidate.endsWith('.js')) ?? '';
  const plain = await readAsSent(name, 'identity');

  const { bytes, headers } = await readAsSent(name, accepted);

  expect([headers['content-encoding'], headers['content-length']]).toEqual([accepted, String(bytes.length)]);
  expect(decompress(bytes)).toEqual(plain.bytes);
  expect([plain.headers['content-encoding'], bytes.length < plain.bytes.length / 3]).toEqual([undefined, true]);
});

test('they are the only files, hide no operation, and answer no path that leads up', async () => {
  const assets = ['nothing.js', '..%2findex.html', '..%2f..%2f..%2fpackage.json', 'index.js%00', '', '..%5cindex.html'];
  const paths = [...assets.map((name) => `/dashboard/assets/${name}`), '/users/..', '/dashboard/default/../x', '/none'];

  const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
  const operation = await get('/contracts/1', { accept: 'text/html' });

  expect(statuses).toEqual(paths.map(() => 404));
  expect([operation.status, operation.headers.get('content-type')]).toEqual([401, 'application/json']);
});
