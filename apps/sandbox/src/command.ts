#!/usr/bin/env node
import { runCommand } from './run-command.ts';

/** Errors of the database have about ten frames of libraries above the sandbox's own. */
const stackTraceLimit = 50;

Error.stackTraceLimit = stackTraceLimit;
process.exitCode = await runCommand(process.argv.slice(2));
