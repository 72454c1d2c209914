import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';

const tryUnderOverlay = join(import.meta.dirname, 'try-under-overlay.ts');
const repository = join(import.meta.dirname, '../../../..');

interface OverlaidTrial {
  mutant: string;
  verdict: string;
  due: string;
  /** The rules that are blamed besides. */
  others: string[];
}

async function tryUnder(overlay: string, mutants: readonly string[]): Promise<OverlaidTrial[]> {
  const args = [tryUnderOverlay, join(repository, overlay), ...(isSoak ? [] : mutants)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test.for<{ overlay: string; few: string[]; unlike: string[] }>([
  {
    overlay: 'docs/guide/deployment.overlay.yaml',
    few: ['MILESTONE-3 accepts empty paymentMethods', 'PARTY-4 does not compare the totals'],
    unlike: [],
  },
  {
    overlay: 'packages/contract-tests/test/command/other-words.overlay.yaml',
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
  async ({ overlay, few, unlike }) => {
    const trials = (await tryUnder(overlay, few)).filter(({ mutant }) => !unlike.includes(mutant));

    expect(trials.length).toBeGreaterThanOrEqual(few.length);
    expect(trials.filter(({ verdict, due, others }) => verdict !== due || others.length > 0)).toEqual([]);
  },
);
