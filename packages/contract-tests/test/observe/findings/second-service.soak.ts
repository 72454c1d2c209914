import { expect, test } from 'vitest';
import { routeCalls } from '../../../src/observe/proxy/route.ts';
import { startProxy } from '../../../src/observe/proxy/start-proxy.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { startSecondService } from '../../second-service/start-second-service.ts';
import { createVariation } from '../../second-service/variation.ts';
import { allPacts } from '../../support/pacts.ts';
import { allHostsAt } from '../../support/serve.ts';
import { verificationLimitInMs, verifyByPact } from '../../support/verify-by-pact.ts';
import { judgeUnderProposal } from './overlay-of-deviations.ts';
import { createKeeper, findIn } from './raw-exchanges.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test.each(seeds)(
  'a legal service that decides differently contradicts nothing, and its overlay, unedited, fits it (seed %i)',
  { timeout: verificationLimitInMs },
  async (seed) => {
    const exchanges: RawExchange[] = [];
    const variation = createVariation(seed);
    const { url, deployment, close } = await startSecondService(variation);
    const proxy = await startProxy({
      kind: 'call',
      port: 0,
      route: routeCalls(allHostsAt(url)),
      onExchange: (exchange) => void exchanges.push(exchange),
    });
    await verifyByPact(allPacts, { ...deployment, hosts: allHostsAt(proxy.url) });
    await proxy.close();
    await close();

    const found = findIn(createKeeper(exchanges)(exchanges));
    expect(found.filter(({ part }) => part === 'contradicts').map(({ text }) => text)).toEqual([]);
    const texts = found.map(({ text }) => text).join('\n');
    if (variation.successStatus !== 200)
      expect(texts).toContain(`createContract answers a success with ${variation.successStatus}`);
    expect(texts).toContain(`the header ${variation.limitHeader.toLowerCase()}`);
    expect(await judgeUnderProposal(exchanges)).toEqual([]);
  },
);
