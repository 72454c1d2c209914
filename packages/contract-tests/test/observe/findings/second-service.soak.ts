import { expect, test } from 'vitest';
import { startSecondService } from '../../second-service/start-second-service.ts';
import { createVariation } from '../../second-service/variation.ts';
import { allPacts } from '../../support/pacts.ts';
import { verificationLimitInMs } from '../../support/verify-by-pact.ts';
import { createKeeper } from '../support/raw-exchanges.ts';
import { recordVerification } from '../support/record-traffic.ts';
import { findIn } from './propose.ts';
import { judgeUnderProposal } from './under-overlay.ts';

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

test.each(seeds)(
  'a legal service that decides differently contradicts nothing, and its overlay, unedited, fits it (seed %i)',
  { timeout: verificationLimitInMs },
  async (seed) => {
    const variation = createVariation(seed);
    const { url, deployment, close } = await startSecondService(variation);
    const exchanges = await recordVerification(url, deployment, allPacts);
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
