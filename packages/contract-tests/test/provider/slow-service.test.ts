import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { startHost } from './start-host.ts';

/** A sandbox behind a slow host. */
async function startSlow(options: Parameters<typeof startHost>[1]) {
  const { sandbox, deployment } = await startDeployment();
  const host = await startHost(sandbox.url, options);
  onTestFinished(() => host.close());
  const hosts = allHostsAt(host.url);
  return { host, deployment: { ...deployment, hosts } };
}

test.for([
  [1, 1, 1],
  [3, 2, 3],
])('with a concurrency of %i there are %i to %i calls at once', async ([concurrency = 0, least = 0, most = 0]) => {
  const { host, deployment } = await startSlow({ delayInMs: 20 });

  const { result } = await verifyDeployment(deployment, { rules: ['USER-1'], concurrency });

  expect(result).toBe('held');
  expect(host.mostAtOnce()).toBeGreaterThanOrEqual(least);
  expect(host.mostAtOnce()).toBeLessThanOrEqual(most);
});

describe('an operation that never answers', () => {
  test('is not checkable, is not called again, and leaves the other rules as they are', async () => {
    const { deployment } = await startSlow({ hangsAt: 'getUser' });

    const { result, rules } = await verifyDeployment(deployment, {
      rules: ['UAPI-1', 'UAPI-2'],
      timeoutInMs: 2500,
      concurrency: 2,
    });

    const [held, unchecked] = rules;
    expect(result).toBe('incomplete');
    expect(held).toMatchObject({ id: 'UAPI-1', outcome: 'held' });
    expect(unchecked).toMatchObject({ id: 'UAPI-2', outcome: 'not checkable' });
    expect(unchecked?.reasons).toEqual([
      { kind: 'timeout', text: 'no answer within 2.5 s' },
      { kind: 'timeout', text: 'no answer within 2.5 s, 2 times in a row, so it was not called again' },
    ]);
  });

  test('leads to no state, and the report says which one it is', async () => {
    const { deployment } = await startSlow({ hangsAt: 'createContract' });

    const { result, interactions } = await verifyDeployment(deployment, { rules: ['PAY-1'], timeoutInMs: 2500 });

    expect(result).toBe('incomplete');
    expect(interactions[0]?.reason).toMatchObject({
      kind: 'timeout',
      text: 'its state could not be set up: createContract: no answer within 2.5 s',
    });
  });
});
