#!/usr/bin/env node
import { runCommand } from './run-command.ts';

// The checks go on if nothing reads their output.
process.stdout.on('error', () => {});
process.exitCode = await runCommand(process.argv.slice(2));
