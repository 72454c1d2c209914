#!/usr/bin/env node
import { runGenerate } from './run-generate.ts';

process.exitCode = await runGenerate(process.argv.slice(2));
