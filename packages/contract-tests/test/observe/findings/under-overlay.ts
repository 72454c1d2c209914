import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenApiDocument } from '@escrow-kit/spec';
import { readOverlays } from '@escrow-kit/spec/overlay';
import type { Finding } from '../../../src/observe/findings/finding.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createKeeper, writeRaw } from '../support/raw-exchanges.ts';
import { overlayOf } from './propose.ts';

/** The document under an overlay. */
export const documentUnder = (overlay: string): Promise<OpenApiDocument> => readOverlays([writeOverlay(overlay)]);

function writeOverlay(overlay: string): string {
  const file = join(temporaryFolder(), 'deployment.overlay.yaml');
  writeFileSync(file, overlay);
  return file;
}

/** Keeps exchanges under an overlay, and lists what is found in them. */
export async function judgeUnder(
  overlay: string,
  exchanges: readonly RawExchange[],
): Promise<{ kept: KeptExchange[]; found: Finding[] }> {
  const file = join(temporaryFolder(), 'exchanges.json');
  writeFileSync(file, writeRaw(exchanges));
  const script = join(import.meta.dirname, 'judge-again.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, file, writeOverlay(overlay)], {
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout);
}

/**
 * Proposes an overlay of what exchanges show, unedited, and judges the same exchanges again under it. Returns what still contradicts
 * the document, or is not in it, but for headers, which are for the report alone.
 */
export async function judgeUnderProposal(exchanges: readonly RawExchange[]): Promise<string[]> {
  const days = [0, 1, 2].map((day) => day * 86_400_000);
  // Often enough that what is found is claimed.
  const often = days.flatMap((offset) => exchanges.map((one) => ({ ...one, startedAt: one.startedAt + offset })));
  const { found } = await judgeUnder(overlayOf(createKeeper(often)(often)), often);
  const wrong = found.filter(
    ({ part, subject }) => part === 'contradicts' || (part === 'not in the document' && subject !== 'header'),
  );
  return wrong.map(({ text }) => text);
}
