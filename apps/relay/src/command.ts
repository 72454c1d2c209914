#!/usr/bin/env node
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { RunOptions } from './commands/run-relay.ts';
import { createProgram } from './create-program.ts';
import { RelayError } from './errors/relay-error.ts';

// Whoever reads the output may stop early, as `head` does. A relay keeps running then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  await createProgram(run).hook('preAction', refuseOldNode).parseAsync();
} catch (error) {
  // Commander has printed what is wrong, help or version.
  if (!(error instanceof CommanderError)) process.stderr.write(`escrow-relay: ${describe(error)}\n`);
  process.exitCode = exitCodeOf(error);
}

/** Not before: help and version are for every Node. */
function refuseOldNode(): void {
  const oldNode = describeOldNode(manifest.engines.node);
  if (oldNode) throw new RelayError(oldNode);
}

async function run(given: RunOptions): Promise<void> {
  const { findOverlayFiles, useOverlays } = await import('@escrow-kit/spec/overlay');
  await useOverlays(findOverlayFiles(process.argv.slice(2), process.env));
  // Loaded only now, because it reads the document.
  const { runRelay } = await import('./commands/run-relay.ts');
  await runRelay(given);
}

/** 2 for a mistake on the command line or in a file of options. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof RelayError ? 2 : 1;
}

/** A mistake of the caller is one line. Anything else is a bug and needs its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMistake = 'code' in error && ['relay', 'overlay', 'configuration'].includes(String(error.code));
  return isMistake ? error.message : (error.stack ?? error.message);
}
