import { resolve } from 'node:path';
import { CommandLineError, overlayOption } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { toJson } from '../deployment/text.ts';
import { addOptions, hostOptions, readHosts, text, url, type Values } from './deployment-options.ts';
import { writeReport } from './write-report.ts';

const options = [
  new Option('--har <file...>', 'HAR files to read'),
  ...hostOptions(),
  url('--webhooks-to <url>', 'your webhook endpoint; requests to it are events'),
  overlayOption(),
  text('--json <file>', 'write the report as JSON'),
];

/** The text after the options in the help. */
const notes = `
Each option is also an environment variable, such as ESCROW_CONTRACT_URL.

Skips entries with other addresses. Without an address, it matches every entry by its path.

Exit codes: 0 if nothing contradicts a stated rule; 1 if something does; 2 if a file or an option is wrong.`;

/** Adds the command to the program. `onEnd` gets the exit code. */
export function addObserve(program: Command, onEnd: (exitCode: number) => void): void {
  const command = program
    .command('observe')
    .description('Compares recorded traffic (HAR files) with the document.')
    .addHelpText('after', notes)
    .action(async () => onEnd(await runObserve(command.opts())));
  addOptions(command, options);
}

/** Prints the report, writes it as JSON if requested, and returns the exit code. */
async function runObserve({ har: files = [], ...values }: Values & { har?: string[] }): Promise<number> {
  const { webhooksTo, json } = values as Values;
  if (files.length === 0) throw new CommandLineError('--har is missing. Name the HAR files to read.');
  if (json !== undefined) {
    if (files.some((file) => resolve(file) === resolve(json)))
      throw new CommandLineError('--json is one of the HAR files. Choose another file.');
    writeReport(json, '');
  }
  // Loaded only now, so that the help is fast and the check for an old Node comes first.
  const { formatObservation, observe } = await import('../observe/observe.ts');
  const report = await observe(files, { hosts: readHosts(values as Values), webhooksTo });
  process.stdout.write(formatObservation(report));
  if (json !== undefined) writeReport(json, toJson(report));
  return report.contradictions.some(({ basis }) => basis === 'stated') ? 1 : 0;
}
