#!/usr/bin/env node
import { findOverlayFiles, OverlayError, useOverlays } from '@escrow-kit/spec/overlay';

const args = process.argv.slice(2);
process.exitCode = await run();

/** Uses the overlays before anything reads the document. */
async function run(): Promise<number> {
  try {
    await useOverlays(findOverlayFiles(args, process.env));
  } catch (error) {
    if (!(error instanceof OverlayError)) throw error;
    process.stderr.write(`contract-tests: ${error.message}\n`);
    return 2;
  }
  const { runCommandLine } = await import('./command-line/run-command-line.ts');
  return runCommandLine(args);
}
