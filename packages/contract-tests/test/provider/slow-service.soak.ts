import { expect, onTestFinished, test } from 'vitest';
import { operationOf } from '../../src/pacts/pacts.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allInteractions } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { type HostOptions, startHost } from './start-host.ts';

async function verifySlowly(options: HostOptions, limits: { timeoutInMs?: number } = {}) {
  const { sandbox, deployment } = await startDeployment();
  const host = await startHost(sandbox.url, options);
  onTestFinished(() => host.close());
  return verifyDeployment({ ...deployment, hosts: allHostsAt(host.url) }, limits);
}

test.for([
  [0, 10],
  [50, 15],
  [200, 30],
] as const)('with answers after %i ms a run takes at most %i seconds', async ([delayInMs, mostInSeconds]) => {
  const { result, durationInSeconds } = await verifySlowly({ delayInMs });

  process.stdout.write(`answers after ${delayInMs} ms: ${durationInSeconds} s\n`);
  expect(result).toBe('held');
  expect(durationInSeconds).toBeLessThan(mostInSeconds);
});

const operations = new Set(allInteractions.filter(({ request }) => request).map(operationOf));

/** How long a run may take besides the timeouts. */
const restInSeconds = 15;

test.for([...operations])('if %s never answers, a run ends soon, and blames nobody', async (hangsAt = '') => {
  const timeoutInSeconds = 2;

  const { interactions, durationInSeconds } = await verifySlowly({ hangsAt }, { timeoutInMs: timeoutInSeconds * 1000 });

  expect(durationInSeconds).toBeLessThan(2 * timeoutInSeconds + restInSeconds);
  expect(interactions.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(interactions.map(({ reason }) => reason?.kind)).toContain('timeout');
});
