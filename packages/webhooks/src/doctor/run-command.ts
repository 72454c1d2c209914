import { addOptions, createProgram, runProgram, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import type { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { type DoctorParts, doctorOptions, type GivenOptions, toExamination } from './doctor-options.ts';
import { examineEndpoint, type Finding } from './examine-endpoint.ts';
import { countResults, formatFinding, formatJson, formatSummary } from './report.ts';
import { idPrefix } from './test-events.ts';

const exitCodes = 'Exit codes: 0 if there is no fault; 1 if there is one; 2 if the command line is wrong.';

const notes = `
The events look real: they are signed with the secret of the endpoint. Their milestone ids begin with ${idPrefix}.

A fault is an answer other than the service's description states or implies. A hint is about what it leaves open.

${exitCodes}`;

/** Runs the command. Returns its exit code: 1 if the endpoint has a fault, 2 if the command line is wrong. */
export async function runCommand(args: string[], parts: DoctorParts = {}): Promise<number> {
  let exitCode = 0;
  const program = createProgram({
    name: 'escrow-webhooks',
    manifest,
    description: 'Examines an endpoint that receives the webhooks of the Escrow Contract Service.',
    notes: exitCodes,
  });
  const doctor = program
    .command('doctor')
    .description('Sends a webhook endpoint what can happen to it, and prints what it answered and what it should have.')
    .addHelpText('after', notes)
    .action(async () => {
      exitCode = await runDoctor(doctor, parts);
    });
  addOptions(doctor, doctorOptions);
  return (await runProgram(program, args)) || exitCode;
}

/** Prints each finding as it comes, or all of them as JSON. Resolves with the exit code. */
async function runDoctor(command: Command, parts: DoctorParts): Promise<number> {
  const examination = await toExamination(command, parts);
  const { json, strict } = command.opts<GivenOptions>();
  const { stdout, stderr } = process;
  for (const line of warnOfVisibleSecrets(command, ['secret'])) stderr.write(`${line}\n`);
  stderr.write(`Sends test events to ${examination.url.origin}, with milestone ids that begin with ${idPrefix}.\n`);
  const isColoured = Boolean(stdout.isTTY && stdout.hasColors());
  const findings: Finding[] = [];
  for await (const finding of examineEndpoint(examination)) {
    findings.push(finding);
    if (!json) stdout.write(formatFinding(finding, isColoured));
  }
  stdout.write(json ? formatJson(findings) : formatSummary(findings));
  const isFaulty = countResults(findings, 'fault') > 0;
  return isFaulty || (strict && countResults(findings, 'hint') > 0) ? 1 : 0;
}
