#!/usr/bin/env node
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import type { RunOptions } from './commands/run-relay.ts';
import { createProgram } from './create-program.ts';
import { RelayError } from './errors/relay-error.ts';

// Whoever reads the output may stop early, as `head` does. A relay keeps running then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** The codes of errors that come from the command line, a file or the store. */
const mistakes: readonly unknown[] = ['relay', 'overlay', 'configuration'];

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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** 2 for a mistake of the caller. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return mistakes.includes(codeOf(error)) ? 2 : 1;
}

/** A mistake, or a store that fails, is one line. Anything else is a bug and needs its stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOneLine = mistakes.includes(codeOf(error)) || codeOf(error) === 'inbox';
  return isOneLine ? error.message : (error.stack ?? error.message);
}
