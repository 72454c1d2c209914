import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { type OverlaidTrial, tryMutants } from './try-mutants.ts';

const here = import.meta.dirname;

/** The same under an overlay of other words. */
async function tryUnderOtherWords(names: readonly string[]): Promise<OverlaidTrial[]> {
  const args = [join(here, 'try-in-process.ts'), join(here, '../command/other-words.overlay.yaml'), ...names];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test.for<{ overlay: string; tryAll: typeof tryMutants; few: string[]; unlike: string[] }>([
  {
    overlay: 'the overlay of the guide',
    tryAll: tryMutants,
    few: ['MILESTONE-3 accepts empty paymentMethods', 'PARTY-4 does not compare the totals'],
    unlike: [],
  },
  {
    overlay: 'an overlay of other words',
    tryAll: tryUnderOtherWords,
    few: ['PARTY-1a takes a BROKER with the wrong flags'],
    // A fee is a text here, and amounts are whole.
    unlike: [
      'MILESTONE-2 writes the fee as text',
      'MILESTONE-2 has a feePercentage but no fee',
      'MILESTONE-2 has a fee that does not match feePercentage',
      'PARTY-4 compares the totals as floating-point numbers',
    ],
  },
])(
  'CONTRACT-1 MILESTONE-3 PARTY-1 PARTY-4 under $overlay, broken sandboxes are noticed as without it, and nothing else',
  async ({ tryAll, few, unlike }) => {
    const trials = (await tryAll(isSoak ? [] : few)).filter(({ mutant }) => !unlike.includes(mutant));

    expect(trials.length).toBeGreaterThanOrEqual(few.length);
    expect(trials.filter(({ verdict, due, others }) => verdict !== due || others.length > 0)).toEqual([]);
  },
);
