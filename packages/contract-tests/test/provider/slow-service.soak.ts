import { startSandbox } from '@escrow-kit/sandbox';
import { hostNames } from '@escrow-kit/spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationOf } from '../../src/pacts/selection.ts';
import { usualLimits } from '../../src/verify/limits.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allPacts } from '../support/filter-pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
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
  const hosts = Object.fromEntries(hostNames.map((name) => [name, host.url]));
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

test.for([...operations])('a run ends within a minute if %s never answers, and blames nobody', async (hangsAt) => {
  // A fifteenth of the usual limit, and so of a minute.
  const timeoutInMs = usualLimits.timeoutInMs / 15;

  const { interactions, durationInSeconds } = await verifySlowly({ hangsAt }, { timeoutInMs });

  process.stdout.write(`${hangsAt} never answers: ${durationInSeconds} s with a timeout of ${timeoutInMs / 1000} s\n`);
  expect(interactions.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  const kinds = interactions.map(({ reason }) => reason?.kind);
  expect(kinds).toSatisfy(() => kinds.includes('timeout') || kinds.includes('set-up'));
});
