import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createKeeper, findIn, writeRaw } from './raw-exchanges.ts';

const judgeAgain = join(import.meta.dirname, 'judge-again.ts');
const keepAgain = join(import.meta.dirname, 'keep-again.ts');

/**
 * Proposes an overlay of what exchanges show, unedited, and judges the same exchanges again under it. Returns what still contradicts
 * the document, or is not in it, but for headers, which are for the report alone.
 */
export async function judgeUnderProposal(exchanges: readonly RawExchange[]): Promise<string[]> {
  const days = [0, 1, 2].map((day) => day * 86_400_000);
  // Often enough that what is found is claimed.
  const often = days.flatMap((offset) => exchanges.map((one) => ({ ...one, startedAt: one.startedAt + offset })));
  const overlay = proposeOverlay(findIn(createKeeper(often)(often))) ?? '';
  return (await runUnder(overlay, often, judgeAgain)) as string[];
}

/** Keeps exchanges under an overlay. */
export async function keepUnder(overlay: string, exchanges: readonly RawExchange[]): Promise<KeptExchange[]> {
  return (await runUnder(overlay, exchanges, keepAgain)) as KeptExchange[];
}

async function runUnder(overlay: string, exchanges: readonly RawExchange[], script: string): Promise<unknown> {
  const folder = temporaryFolder();
  const [file, overlayFile] = [join(folder, 'exchanges.json'), join(folder, 'deployment.overlay.yaml')];
  writeFileSync(file, writeRaw(exchanges));
  writeFileSync(overlayFile, overlay);
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, overlayFile]);
  return JSON.parse(stdout);
}
