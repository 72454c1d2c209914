import { expect, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';

/** A sandbox whose default tenant allows one request a minute to the Users API. */
async function startLimited() {
  const { sandbox, deployment } = await startDeployment();
  await sandbox.control.changeSettings({ usersApiRequestsPerMinute: 1 });
  return { sandbox, deployment };
}

test('runs at once on one sandbox do not use up the limit of the Users API for each other', async () => {
  const { sandbox, deployment } = await startLimited();
  const waits: number[] = [];
  const run = () => verifyDeployment(deployment, { rules: ['UAPI-1'], onWait: (seconds) => waits.push(seconds) });

  const reports = await Promise.all([run(), run()]);

  expect(reports.map(({ result }) => result)).toEqual(['held', 'held']);
  expect(waits).toEqual([]);
  expect((await sandbox.control.requests()).requests).toEqual([]);
});

test('a run stays in a tenant that is named', async () => {
  const { sandbox, deployment } = await startLimited();
  const control = { url: sandbox.url, tenant: 'default' };

  const { result } = await verifyDeployment({ ...deployment, control }, { rules: ['USER-1'] });

  expect(result).toBe('held');
  expect((await sandbox.control.users()).users.length).toBeGreaterThan(0);
});
