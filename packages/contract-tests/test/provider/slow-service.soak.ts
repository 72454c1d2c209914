import { expect, test } from 'vitest';
import { operationOf } from '../../src/pacts/pacts.ts';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';
import { allHostsAt, startDeployment, startHost } from '../support/deployments.ts';
import { allInteractions } from '../support/pacts.ts';

const operations = new Set(allInteractions.filter(({ request }) => request).map(operationOf));

/** How long a run may take besides the timeouts. */
const restInSeconds = 15;

test.for([...operations])('if %s never answers, a run ends soon, and blames nobody', async (hanging) => {
  const timeoutInSeconds = 2;
  const { sandbox, deployment } = await startDeployment();
  const { url } = await startHost(sandbox.url, (operation) => (operation === hanging ? 'none' : undefined));

  const { interactions, durationInSeconds } = await verifyDeployment(
    { ...deployment, hosts: allHostsAt(url) },
    { timeoutInMs: timeoutInSeconds * 1000 },
  );

  expect(durationInSeconds).toBeLessThan(2 * timeoutInSeconds + restInSeconds);
  expect(interactions.filter(({ outcome }) => outcome === 'broken')).toEqual([]);
  expect(interactions.map(({ reason }) => reason?.kind)).toContain('timeout');
});
