import { lookup } from 'node:dns/promises';
import { runProgram } from '@escrow-kit/shared/command-line';
import { createDoctorProgram, type DoctorOptions } from './doctor-program.ts';
import { examineEndpoint, type Finding } from './examine-endpoint.ts';
import type { Resolve } from './lookup-loopback.ts';
import { countResults, formatFinding, formatJson, formatSummary } from './report.ts';
import { idPrefix } from './test-events.ts';

/** Runs the command. Returns its exit code: 1 if the endpoint has a fault, 2 if the command line is wrong. */
export async function runCommand(args: string[], { resolve = lookup }: { resolve?: Resolve } = {}): Promise<number> {
  let exitCode = 0;
  const program = createDoctorProgram({
    resolve,
    examine: async (options) => {
      exitCode = await runDoctor(options);
    },
  });
  return (await runProgram(program, args)) || exitCode;
}

/** Prints each finding as it comes, or all of them as JSON. */
async function runDoctor({ examination, isJson, isStrict, warnings }: DoctorOptions): Promise<number> {
  const { stdout, stderr } = process;
  for (const line of warnings) stderr.write(`${line}\n`);
  stderr.write(`Sends test events to ${examination.url.origin}, with milestone ids that begin with ${idPrefix}.\n`);
  const isColoured = Boolean(stdout.isTTY && stdout.hasColors());
  const findings: Finding[] = [];
  for await (const finding of examineEndpoint(examination)) {
    findings.push(finding);
    if (!isJson) stdout.write(formatFinding(finding, isColoured));
  }
  stdout.write(isJson ? formatJson(findings) : formatSummary(findings));
  const isFaulty = countResults(findings, 'fault') > 0;
  return isFaulty || (isStrict && countResults(findings, 'hint') > 0) ? 1 : 0;
}
