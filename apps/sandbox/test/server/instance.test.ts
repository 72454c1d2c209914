import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import type { SandboxOptions } from '../../src/sandbox.ts';
import { createFolder } from '../support/temporary-folder.ts';

/** The id that each kind of answer of a sandbox carries. */
async function instancesOf(options: SandboxOptions): Promise<(string | null)[]> {
  const sandbox = await startSandbox(options);
  try {
    const requests: [string, RequestInit][] = [
      ['/', { method: 'HEAD' }],
      ['/', {}],
      ['/nowhere', {}],
      ['/_sandbox/health', {}],
      ['/api/external/contracts', { method: 'POST' }],
      ['/api/external/contracts', { method: 'DELETE' }],
      ['/v2/payment-display.min.js', {}],
    ];
    const answers = await Promise.all(requests.map(([path, init]) => fetch(`${sandbox.url}${path}`, init)));
    return answers.map(({ headers }) => headers.get('escrow-sandbox-instance'));
  } finally {
    await sandbox.close();
  }
}

test('every answer carries the id of the data, refusals and pages too', async () => {
  const instances = await instancesOf({});

  expect(instances[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(instances).size).toBe(1);
});

test('a sandbox in memory has another id at each start', async () => {
  const [[before], [after]] = [await instancesOf({}), await instancesOf({})];

  expect(after).not.toBe(before);
});

test('on a data folder the id stays over restarts', async () => {
  const dataFolder = await createFolder();

  const [[before], [after]] = [await instancesOf({ dataFolder }), await instancesOf({ dataFolder })];

  expect(after).toBe(before);
});
