import { beforeAll, expect, test } from 'vitest';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { allInteractions, filterPacts, firstOfEachAnswer } from '../../support/pacts.ts';
import { verificationLimitInMs } from '../../support/verify-by-pact.ts';
import { deviations } from './deviations.ts';
import { judgeUnderProposal } from './overlay-of-deviations.ts';
import { createEvents } from './raw-exchanges.ts';
import { recordSandbox } from './record-sandbox.ts';

let sandbox: RawExchange[];

beforeAll(async () => {
  const firstOnes = firstOfEachAnswer(allInteractions);
  const calls = await recordSandbox(filterPacts((interaction) => firstOnes.includes(interaction)));
  sandbox = [...calls, ...createEvents()];
}, verificationLimitInMs);

test.each(Object.entries(deviations))(
  'the overlay proposed for %s, unedited, leaves nothing that contradicts',
  async (_name, { staysOpen = false, deviate }) => {
    const left = await judgeUnderProposal(deviate(sandbox));

    expect(left.length > 0, left.join('\n')).toBe(staysOpen);
  },
);
