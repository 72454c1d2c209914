import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import type { SandboxOptions } from '../../src/sandbox.ts';
import { quickRequest } from '../support/http.ts';

/** The ids that the answers of a new sandbox carry, refusals and pages too. */
async function instancesOf(options: SandboxOptions): Promise<(string | null)[]> {
  const sandbox = await startSandbox(options);
  const paths = ['/', '/nowhere', '/_sandbox/health', '/api/external/contracts', '/v2/payment-display.min.js'];
  const requests = paths.flatMap((path) => ['GET', 'POST', 'HEAD'].map((method) => ({ method, path })));
  const answers = await Promise.all(requests.map((request) => quickRequest(sandbox.url, request)));
  await sandbox.close();
  return answers.map(({ headers }) => headers.get('escrow-sandbox-instance'));
}

test('every answer carries the id of the data, which stays over restarts on a data folder, and in memory is new at each start', async () => {
  const dataFolder = temporaryFolder();

  const inMemory = [await instancesOf({}), await instancesOf({})];
  const onFolder = [await instancesOf({ dataFolder }), await instancesOf({ dataFolder })];

  expect(inMemory[0]?.[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(inMemory.flat()).size).toBe(2);
  expect(new Set(onFolder.flat()).size).toBe(1);
});
