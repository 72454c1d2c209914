#!/usr/bin/env node
import { runCommand } from './run-command.ts';

// Whoever reads the output may stop early, as `head` does. A relay keeps running then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.exitCode = await runCommand(process.argv.slice(2));
