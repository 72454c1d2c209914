import { startService } from '@escrow-kit/sandbox/testing';
import { expect, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';

test('a verification that is stopped rejects with the reason, and leaves no organization behind', async ({
  onTestFinished,
}) => {
  const { sandbox, service } = await startService({});
  onTestFinished(() => sandbox.close());
  const stop = new AbortController();
  const reason = new Error('enough');
  const onStart = (count: number) => {
    if (count === 3) stop.abort(reason);
  };

  // Each of them creates a separate organization.
  const verification = verifyDeployment(await deploymentOf(sandbox), {
    rules: ['HOOK-1'],
    onStart,
    signal: stop.signal,
  });

  await expect(verification).rejects.toBe(reason);
  expect(await service.db.selectFrom('tenants').select('id').execute()).toEqual([{ id: 'default' }]);
});
