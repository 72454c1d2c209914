import { startSandbox } from '@escrow-kit/sandbox';
import { routeCalls } from '../../../src/observe/proxy/route.ts';
import { startProxy } from '../../../src/observe/proxy/start-proxy.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import type { Pact } from '../../../src/pacts/pact-document.ts';
import { deploymentOf } from '../../support/sandbox-deployment.ts';
import { allHostsAt } from '../../support/serve.ts';
import { verifyByPact } from '../../support/verify-by-pact.ts';

/** Everything that a verification of a sandbox sends and gets. */
export async function recordSandbox(pacts: readonly Pact[]): Promise<RawExchange[]> {
  const exchanges: RawExchange[] = [];
  const sandbox = await startSandbox();
  const proxy = await startProxy({
    kind: 'call',
    port: 0,
    route: routeCalls(allHostsAt(sandbox.url)),
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  await verifyByPact(pacts, { ...(await deploymentOf(sandbox)), hosts: allHostsAt(proxy.url) });
  await proxy.close();
  await sandbox.close();
  return exchanges;
}
