import manifest from '../../package.json' with { type: 'json' };
import { CommandLineError } from './command-line-error.ts';
import { examineEndpoint, type Finding } from './examine-endpoint.ts';
import type { Resolve } from './lookup-loopback.ts';
import { type DoctorOptions, readOptions, secretVariable, usage } from './read-options.ts';
import { countResults, formatFinding, formatJson, formatSummary } from './report.ts';
import { idPrefix } from './test-events.ts';

/** What the command uses of its process. */
interface Surroundings {
  environment: NodeJS.ProcessEnv;
  resolve: Resolve;
  stdout: { write(text: string): unknown; isTTY?: boolean; hasColors?(): boolean };
  stderr: { write(text: string): unknown };
}

/** Runs the command. Returns its exit code: 1 if the endpoint has a fault, 2 if the command line is wrong. */
export async function runCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { stdout, stderr } = surroundings;
  try {
    const commandLine = await readOptions(args, surroundings);
    if ('options' in commandLine) return await runDoctor(commandLine.options, surroundings);
    stdout.write(`${commandLine.shows === 'version' ? manifest.version : usage}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    stderr.write(`escrow-webhooks: ${error.message} Run with --help to see the options.\n`);
    return 2;
  }
}

/** Prints each finding as it comes, or all of them as JSON. */
async function runDoctor(options: DoctorOptions, { stdout, stderr }: Surroundings): Promise<number> {
  const { examination, isJson, isStrict, isSecretVisible } = options;
  if (isSecretVisible) {
    stderr.write(`--secret is visible to the other users of this machine. Set ${secretVariable} instead.\n`);
  }
  stderr.write(`Sends test events to ${examination.url.origin}, with milestone ids that begin with ${idPrefix}.\n`);
  const isColoured = Boolean(stdout.isTTY && stdout.hasColors?.());
  const findings: Finding[] = [];
  for await (const finding of examineEndpoint(examination)) {
    findings.push(finding);
    if (!isJson) stdout.write(formatFinding(finding, isColoured));
  }
  stdout.write(isJson ? formatJson(findings) : formatSummary(findings));
  const isFaulty = countResults(findings, 'fault') > 0;
  return isFaulty || (isStrict && countResults(findings, 'hint') > 0) ? 1 : 0;
}
