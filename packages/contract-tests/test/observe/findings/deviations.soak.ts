import { beforeAll, expect, test } from 'vitest';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { verificationLimitInMs } from '../../support/verify-by-pact.ts';
import { recordSandbox } from '../support/record-traffic.ts';
import { type Deviation, deviations } from './deviations.ts';
import { judgeUnderProposal } from './under-overlay.ts';

let sandbox: RawExchange[];

beforeAll(async () => {
  sandbox = await recordSandbox();
}, verificationLimitInMs);

const [closed, open] = [false, true].map((isOpen) =>
  Object.entries(deviations).filter(([, { staysOpen = false }]) => staysOpen === isOpen),
) as [[string, Deviation][], [string, Deviation][]];

test.each(closed)(
  'the overlay proposed for %s, unedited, leaves nothing that contradicts',
  async (_name, { deviate }) => {
    expect(await judgeUnderProposal(deviate(sandbox))).toEqual([]);
  },
);

test.each(open)(
  'the overlay proposed for %s can be applied, and leaves the rest to a person',
  async (_name, { deviate }) => {
    expect(await judgeUnderProposal(deviate(sandbox))).not.toEqual([]);
  },
);
