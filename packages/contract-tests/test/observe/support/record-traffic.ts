import { startSandbox } from '@escrow-kit/sandbox';
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

/** Each call of a sandbox with each of its answers, and the events of some milestones. */
export async function recordSandbox(): Promise<RawExchange[]> {
  const sandbox = await startSandbox();
  const calls = await recordVerification(sandbox.url, await deploymentOf(sandbox), fewPacts);
  await sandbox.close();
  return [...calls, ...createEvents()];
}
