import { describe, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the files of the dashboard', () => {
  const sandbox = startedSandbox('SQLite', { controlToken: 'control-token-1' });

  test.each(['/', '/dashboard', '/dashboard/default', '/dashboard/default/contracts/milestone_1'])(
    'are served at %s, without a token, under a policy that allows nothing inline',
    async (path) => {
      const response = await fetch(sandbox().url + path);

      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(response.headers.get('content-security-policy')).toBe(policy);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const page = await response.text();
      expect(page).not.toMatch(/<style|style=|<script(?! type="module" crossorigin src=)/);
    },
  );

  test('are revalidated each time, because their names do not change, under the same policy', async () => {
    const page = await (await fetch(sandbox().url)).text();
    const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');

    const responses = await Promise.all(addresses.map((address) => fetch(sandbox().url + address)));

    expect(addresses.toSorted()).toEqual([
      '/dashboard/assets/icon.svg',
      '/dashboard/assets/index.css',
      '/dashboard/assets/index.js',
    ]);
    for (const { status, headers } of responses) {
      expect([status, headers.get('content-security-policy')]).toEqual([200, policy]);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    'nothing.js',
    '..%2findex.html',
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    'index.js%00',
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
