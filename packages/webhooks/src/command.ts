#!/usr/bin/env node
import { runCommand } from './command-line.ts';

// Whoever reads the output may stop early, as `head` does. The command goes on then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await runCommand(process.argv.slice(2));
