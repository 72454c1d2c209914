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

test.for([
  {
    overlay: 'docs/guide/deployment.overlay.yaml',
    few: ['MILESTONE-3 accepts empty paymentMethods', 'PARTY-4 does not compare the totals'],
  },
  {
    overlay: 'packages/contract-tests/test/command/other-words.overlay.yaml',
    few: ['PARTY-1a takes a BROKER with the wrong flags'],
  },
])(
  'CONTRACT-1 MILESTONE-3 PARTY-1 PARTY-4 under $overlay, broken sandboxes are noticed as without it, and nothing else',
  async ({ overlay, few }) => {
    const trials = await tryUnder(overlay, few);

    expect(trials.length).toBeGreaterThanOrEqual(few.length);
    expect(trials.filter(({ verdict, due, others }) => verdict !== due || others.length > 0)).toEqual([]);
  },
);
