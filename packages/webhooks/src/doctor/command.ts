#!/usr/bin/env node
import { lookup as resolve } from 'node:dns/promises';
import { runCommand } from './run-command.ts';

const { env: environment, stdout, stderr } = process;
// The checks go on if nothing reads their output.
stdout.on('error', () => {});
process.exitCode = await runCommand(process.argv.slice(2), { environment, resolve, stdout, stderr });
