import { expect, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';

test('a verification that is stopped reports what it has checked, and leaves no organization behind', async () => {
  const { deployment, service } = await startDeployment();
  const stop = new AbortController();
  const onStart = (count: number) => {
    if (count === 3) stop.abort();
  };

  // Each of them creates a separate organization.
  const { result, interactions } = await verifyDeployment(deployment, {
    rules: ['HOOK-1'],
    concurrency: 1,
    onStart,
    signal: stop.signal,
  });

  expect(interactions.map(({ outcome }) => outcome)).toEqual(['held', 'held', 'not checkable', 'not checkable']);
  expect(interactions[3]?.reason).toEqual({ kind: 'stopped', text: 'stopped before its end' });
  expect(result).toBe('incomplete');
  expect(service.store.list('tenants', {}).map(({ id }) => id)).toEqual(['default']);
});

test('a verification that takes too long reports what it has checked', async () => {
  const { deployment } = await startDeployment();

  const { result, interactions } = await verifyDeployment(deployment, { runTimeoutInMs: 1 });

  expect(new Set(interactions.map(({ reason }) => reason?.kind))).toEqual(new Set(['stopped', 'not-shown']));
  expect(interactions[0]?.reason?.text).toBe('stopped after 0.001 s');
  expect(result).toBe('incomplete');
});

test.for([
  { concurrency: 0 },
  { concurrency: 33 },
  { concurrency: 1.5 },
  { timeoutInMs: 0 },
  { runTimeoutInMs: Number.NaN },
])('%o is refused with the range', async (options) => {
  const [name] = Object.keys(options);
  const verification = verifyDeployment({ hosts: {}, credentials: {} }, options);

  await expect(verification).rejects.toThrow(new RegExp(`^${name} is .*: give a whole number from 1 to \\d+\\.$`));
});
