import { onTestFinished } from 'vitest';
import { routeCalls } from '../../../src/observe/proxy/route.ts';
import { type ProxyOptions, type RunningProxy, startProxy } from '../../../src/observe/proxy/start-proxy.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { allHostsAt } from '../../support/serve.ts';

/** Starts a proxy in front of a service until the test ends, and collects the exchanges that it captures. */
export async function startObserved(
  serviceUrl: string,
  options: Partial<ProxyOptions> = {},
): Promise<{ proxy: RunningProxy; port: number; exchanges: RawExchange[]; captured(): Promise<RawExchange> }> {
  const exchanges: RawExchange[] = [];
  const first = Promise.withResolvers<RawExchange>();
  const proxy = await startProxy({
    kind: 'call',
    port: 0,
    route: routeCalls(allHostsAt(serviceUrl)),
    onExchange(exchange) {
      exchanges.push(exchange);
      first.resolve(exchange);
    },
    ...options,
  });
  onTestFinished(() => proxy.close());
  return { proxy, port: Number(new URL(proxy.url).port), exchanges, captured: () => first.promise };
}
