import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { startObservation, UnusableStoreError } from '../../src/observe/start-observation.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const exchange: RawExchange = {
  kind: 'call',
  startedAt: 0,
  durationInMs: 1,
  method: 'GET',
  target: '/users/usr_7',
  requestHeaders: [],
  requestBody: { bytes: Buffer.alloc(0), isComplete: true },
};

test('an exchange on which the judge fails is rejected, and the next ones are judged', async () => {
  const folder = temporaryFolder();
  await using observation = await startObservation({ stores: [folder] }, expect.unreachable);

  const broken = { ...exchange, requestHeaders: undefined } as unknown as RawExchange;
  await expect(observation.add(broken)).rejects.toThrow(TypeError);
  await observation.add(exchange);

  expect(await observation.report()).toMatchObject({ exchanges: 1 });
  expect(await observation.close()).toEqual({ lost: 0 });
});

test('a store that can not be created is an error with the reason', async () => {
  const started = startObservation({ stores: [join('/dev/null', 'store')] }, expect.unreachable);

  await expect(started).rejects.toThrow(UnusableStoreError);
  await expect(started).rejects.toThrow('ENOTDIR');
});
