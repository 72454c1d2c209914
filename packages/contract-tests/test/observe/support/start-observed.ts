import { onTestFinished } from 'vitest';
import { routeCalls } from '../../../src/observe/proxy/route.ts';
import { type RunningProxy, startProxy } from '../../../src/observe/proxy/start-proxy.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { allHostsAt } from '../../support/serve.ts';

/** Starts a proxy in front of a service until the test ends, with the exchanges that it captures. */
export async function startObserved(
  serviceUrl: string,
  onExchange: (exchange: RawExchange) => void | Promise<void> = () => {},
): Promise<{ proxy: RunningProxy; port: number; exchanges: RawExchange[] }> {
  const exchanges: RawExchange[] = [];
  const proxy = await startProxy({
    kind: 'call',
    port: 0,
    route: routeCalls(allHostsAt(serviceUrl)),
    onExchange(exchange) {
      exchanges.push(exchange);
      return onExchange(exchange);
    },
  });
  onTestFinished(() => proxy.close());
  return { proxy, port: Number(new URL(proxy.url).port), exchanges };
}
