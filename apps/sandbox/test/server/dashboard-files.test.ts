import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the files of the dashboard', () => {
  const sandbox = startedSandbox({ controlToken: 'control-token-1' });

  /** The files that the page names. */
  async function listAssets(): Promise<string[]> {
    const page = await (await fetch(sandbox().url)).text();
    return [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name ?? '');
  }

  /** Reads a file without decompressing it, as fetch would. */
  async function readAsSent(name: string, accepted: string) {
    const sent = request(sandbox().url + name, { headers: { 'accept-encoding': accepted }, agent: false }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { bytes: await buffer(answer), headers: answer.headers };
  }

  test.each(['/', '/dashboard', '/dashboard/default', '/dashboard/default/contracts/milestone_1'])(
    'are served at %s, without a token, under a policy that allows nothing inline',
    async (path) => {
      const response = await fetch(sandbox().url + path);

      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
      expect(response.headers.get('content-security-policy')).toBe(policy);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const page = await response.text();
      expect(page).not.toMatch(/<style|style=|<script(?! type="module" crossorigin src=)/);
    },
  );

  test('are kept for good, because their names change with their content, under the same policy', async () => {
    const names = await listAssets();

    const answers = await Promise.all(names.map((name) => fetch(sandbox().url + name)));

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
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('are sent compressed to a browser that takes %s', async (accepted, sent, decompress) => {
    const name = (await listAssets()).find((candidate) => candidate.endsWith('.js')) ?? '';
    const plain = await readAsSent(name, 'identity');

    const { bytes, headers } = await readAsSent(name, accepted);

    expect([headers['content-encoding'], headers['content-length']]).toEqual([sent, String(bytes.length)]);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(decompress(bytes)).toEqual(plain.bytes);
    if (sent !== undefined) expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  test.each(['/', '/dashboard/default/contracts'])('%s is sent again only if it has changed', async (path) => {
    const first = await fetch(sandbox().url + path);
    const tag = first.headers.get('etag') ?? '';

    const same = await fetch(sandbox().url + path, { headers: { 'if-none-match': tag } });
    const changed = await fetch(sandbox().url + path, { headers: { 'if-none-match': '"other"' } });

    expect([same.status, same.headers.get('content-security-policy'), await same.text()]).toEqual([304, policy, '']);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, tag]);
  });

  test.each([
    'nothing.js',
    '..%2findex.html',
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    'index.js%00',
    '',
    '..%5cindex.html',
  ])('are the only files: %s is not served', async (name) => {
    expect((await fetch(`${sandbox().url}/dashboard/assets/${name}`)).status).toBe(404);
  });

  test.each(['/contracts/1', '/webhooks', '/payments/1', '/users/1'])(
    'do not hide an operation: %s asks for a token',
    async (path) => {
      const response = await fetch(sandbox().url + path, { headers: { accept: 'text/html' } });

      expect([response.status, response.headers.get('content-type')]).toEqual([401, 'application/json']);
    },
  );

  test.each(['/users/..', '/users/%2E%2e', '/dashboard/default/../x'])(
    'do not answer %s, which leads up',
    async (path) => {
      const { host } = new URL(sandbox().url);
      const status = await sendRaw(sandbox().url, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);

      expect(status).toBe(404);
    },
  );

  test('do not answer a path that is neither a page nor an operation', async () => {
    expect((await fetch(`${sandbox().url}/no-such-path`, { headers: { accept: 'text/html' } })).status).toBe(404);
    expect((await fetch(`${sandbox().url}/dashboard`, { method: 'POST' })).status).toBe(404);
  });
});
