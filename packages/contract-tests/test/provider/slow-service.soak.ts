import { startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationOf } from '../../src/pacts/selection.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allPacts } from '../support/pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { allHostsAt } from '../support/serve.ts';
import { startHost } from './start-host.ts';

const operations = new Set(
  allPacts.flatMap(({ interactions }) => interactions.flatMap((one) => operationOf(one) ?? [])),
);
operations.delete('contractEvent');

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function verifySlowly(slowness: Parameters<typeof startHost>[1], limits: { timeoutInMs?: number } = {}) {
  const host = await startHost(sandbox.url, slowness);
  const hosts = allHostsAt(host.url);
  const report = await verifyDeployment({ ...(await deploymentOf(sandbox)), hosts }, limits);
  host.close();
  return report;
}

test.for([
  [0, 10],
  [50, 15],
  [200, 30],
])('with answers after %i ms a run takes at most %i seconds', async ([delayInMs = 0, mostInSeconds = 0]) => {
  const { result, durationInSeconds } = await verifySlowly({ delayInMs });

  process.stdout.write(`answers after ${delayInMs} ms: ${durationInSeconds} s\n`);
  expect(result).toBe('held');
  expect(durationInSeconds).toBeLessThan(mostInSeconds);
});

/** How long a run may take besides two timeouts: the start of the hanging calls, and everything else. */
const restInSeconds = 15;

test.for([...operations])('if %s never answers, a run ends after two timeouts, and blames nobody', async (hangsAt) => {
  const timeoutInSeconds = 2;

  const { interactions, durationInSeconds } = await verifySlowly({ hangsAt }, { timeoutInMs: timeoutInSeconds * 1000 });

  process.stdout.write(`${hangsAt} never answers: ${durationInSeconds} s with a timeout of ${timeoutInSeconds} s\n`);
  expect(durationInSeconds).toBeLessThan(2 * timeoutInSeconds + restInSeconds);
  expect(interactions.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(interactions.map(({ reason }) => reason?.kind)).toContain('timeout');
});
