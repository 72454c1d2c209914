import { resolve } from 'node:path';
import { CommandLineError, overlayOption } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { toJson } from '../deployment/text.ts';
import { addOptions, hostOptions, readHosts, text, url, type Values } from './deployment-options.ts';
import { writeReport } from './write-report.ts';

const options = [
  new Option('--har <file...>', 'the HAR files to read'),
  ...hostOptions(),
  url('--webhooks-to <url>', "your application's endpoint of events: a request to it is an event"),
  overlayOption('hold the traffic against the document with this OpenAPI Overlay; may be repeated'),
  text('--json <file>', 'write the report as JSON'),
];

/** The text after the options in the help. */
const notes = `
Every option can also be set by an environment variable, such as ESCROW_CONTRACT_URL.

Entries that go to none of the addresses are left out. Without any address, every entry is held against the document by its path.

Exit codes: 0 if nothing contradicts what the service's description states; 1 if something does; 2 if a file or an option is wrong.
`;

/** Adds the command to the program. `onEnd` gets the exit code. */
export function addObserve(program: Command, onEnd: (exitCode: number) => void): void {
  const command = program
    .command('observe')
    .description(
      'Holds recorded traffic (HAR files) against the document: what contradicts it, and what is seen where it is open.',
    )
    .addHelpText('after', notes)
    .action(async () => onEnd(await runObserve(command.opts())));
  addOptions(command, options);
}

/** Prints what recorded traffic shows, writes it as JSON if that is asked for, and returns the exit code. */
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
