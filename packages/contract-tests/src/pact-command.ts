#!/usr/bin/env node
import { runPactCommandLine } from './command-line/run-pact-command-line.ts';

process.exitCode = await runPactCommandLine(process.argv.slice(2));
