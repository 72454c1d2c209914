import { startSandbox } from '@escrow-kit/sandbox';
import { findOperation } from '@escrow-kit/spec';
import type { Deployment } from '../../../src/deployment/deployment.ts';
import { routeCalls } from '../../../src/observe/proxy/route.ts';
import { startProxy } from '../../../src/observe/proxy/start-proxy.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import type { Pact } from '../../../src/pacts/pact-document.ts';
import { allInteractions, filterPacts, firstOfEachAnswer } from '../../support/pacts.ts';
import { deploymentOf } from '../../support/sandbox-deployment.ts';
import { allHostsAt } from '../../support/serve.ts';
import { verifyByPact } from '../../support/verify-by-pact.ts';
import { createEvents } from './raw-exchanges.ts';

const firstOnes = firstOfEachAnswer(allInteractions);

/** A pact of each answer. */
export const fewPacts: Pact[] = filterPacts((interaction) => firstOnes.includes(interaction));

/** Everything that a verification of a deployment sends and gets. */
export async function recordVerification(
  url: string,
  deployment: Deployment,
  pacts: readonly Pact[],
): Promise<RawExchange[]> {
  const exchanges: RawExchange[] = [];
  const proxy = await startProxy({
    kind: 'call',
    port: 0,
    route: routeCalls(allHostsAt(url)),
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  await verifyByPact(pacts, { ...deployment, hosts: allHostsAt(proxy.url) });
  await proxy.close();
  return exchanges;
}

/** The states of pacts are set up by the same calls again and again. */
const mostOfEachAnswer = 3;

/** Each call of a sandbox with each of its answers, a few times, and the events of some milestones. */
export async function recordSandbox(): Promise<RawExchange[]> {
  const sandbox = await startSandbox();
  const calls = await recordVerification(sandbox.url, await deploymentOf(sandbox), fewPacts);
  await sandbox.close();
  const alike = Object.values(
    Object.groupBy(
      calls,
      ({ method, target, response }) =>
        `${findOperation(method, target.split('?')[0] ?? '')?.operation.id} ${response?.status}`,
    ),
  );
  return [...alike.flatMap((one = []) => one.slice(0, mostOfEachAnswer)), ...createEvents()];
}
