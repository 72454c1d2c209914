import { CommandLineError, overlayOption } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { addOptions, hostOptions, readHosts, text, url, type Values } from './shared-options.ts';

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

Exit codes: 0 if nothing contradicts what the service's description states; 1 if something does; 2 if a file can't be read, or an
option is wrong.
`;

/** Adds the command to the program. `onOptions` gets its options if the command line has it. */
export function addObserve(program: Command, onOptions: (options: ObserveCommandOptions) => Promise<void>): void {
  const command = program
    .command('observe')
    .description(
      'Holds recorded traffic (HAR files) against the document: what contradicts it, and what is seen where it is open.',
    )
    .addHelpText('after', notes)
    .action(() => onOptions(toOptions(command)));
  addOptions(command, options);
}

/** The options of `observe`, from command line and environment. */
export type ObserveCommandOptions = ReturnType<typeof toOptions>;

function toOptions(command: Command) {
  const { har = [], ...rest } = command.opts<{ har?: string[] }>();
  if (har.length === 0) throw new CommandLineError('--har is missing. Name the HAR files to read.');
  const values = rest as Values;
  return { files: har, hosts: readHosts(values), webhooksTo: values['webhooksTo'], json: values['json'] };
}
