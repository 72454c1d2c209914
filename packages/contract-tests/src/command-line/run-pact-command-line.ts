import { join } from 'node:path';
import { addOptions, CommandLineError, createProgram, parseText, runProgram } from '@escrow-kit/shared/command-line';
import { type Command, Option } from 'commander';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { nodeRange, packageVersion } from '../package/package-manifest.ts';
import type { Results } from '../pact-tools/record-results.ts';

interface WriteOptions {
  output: string;
  consumer: string;
  rule?: string[];
  operation?: string[];
  exclude?: string[];
  onlyStated?: boolean;
  onlyCalls?: boolean;
  refusals?: boolean;
}

const notes = `
Exit codes: 0 if everything was written or recorded; 1 if a result was not recorded or the broker refused; 2 if the command line is
wrong.
`;

const brokerNotes = `
The broker: PACT_BROKER_BASE_URL, and PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.
`;

const needed = (flags: string, help: string) => new Option(flags, help).argParser(parseText(flags.split(' ')[0] ?? ''));

/**
 * Runs `contract-tests-pact` with these arguments and the environment, and returns the exit code. It writes the pacts of this package
 * for a broker or another verifier, and records results in a broker.
 */
export async function runPactCommandLine(args: string[]): Promise<number> {
  let exitCode = 0;
  const program = createPactProgram((code) => {
    exitCode = code;
  });
  return (await runProgram(program, args, { hide: escapeHidden })) || exitCode;
}

/** Creates the commands. They report their exit code if they end without an error. */
function createPactProgram(onEnd: (exitCode: number) => void): Command {
  const program = createProgram({
    name: 'contract-tests-pact',
    manifest: { version: packageVersion, engines: { node: nodeRange } },
    description: 'Uses the pacts of this package with a Pact broker, or with another verifier of Pact.',
    notes,
  });
  addCommand(program, 'write', [
    needed('--output <folder>', 'where to write the pacts'),
    needed('--consumer <name>', 'the name of your integration in your broker'),
    new Option('--rule <id...>', "only checks of these rules, such as 'PARTY-*'"),
    new Option('--operation <id...>', 'only these operations of the document, such as createContract'),
    new Option('--exclude <id...>', 'leave out these rules and operations'),
    new Option('--only-stated', "only what the service's description states"),
    new Option('--only-calls', 'only what calls of the service reach, without what needs a sandbox'),
    new Option('--refusals', 'also requests that the service has to refuse'),
  ])
    .description('Writes what your integration relies on as pacts, to publish in a broker. states.md lists all states.')
    .action((options: WriteOptions) => write(options).catch(tellInOneLine));
  addCommand(program, 'record', [
    needed('--report <file>', 'report of contract-tests verify --json'),
    needed('--consumer <name>', 'the name of your integration'),
    needed('--consumer-version <version>', 'the version that its pacts were published with'),
    needed('--provider-version <version>', 'the version of the service that was verified'),
  ])
    .description('Records in a broker whether the service passed what the published pacts hold.')
    .addHelpText('after', brokerNotes)
    .action(async (options) => onEnd((await record(options).catch(tellInOneLine)) ? 0 : 1));
  return program;
}

/** Adds a command, which refuses to run without the options that are needed. A misspelt one is told first. */
function addCommand(program: Command, name: string, options: Option[]): Command {
  const command = program.command(name).addHelpText('after', notes);
  command.hook('preAction', () => {
    const missing = command.options.filter(
      (option) => option.parseArg !== undefined && command.getOptionValue(option.attributeName()) === undefined,
    );
    if (missing.length === 0) return;
    throw new CommandLineError(
      `Missing: ${missing.map(({ long }) => long).join(', ')}. Run with --help to see what for.`,
    );
  });
  return addOptions(command, options);
}

/** What the broker and the files answer is enough to tell. */
function tellInOneLine(error: unknown): never {
  if (error instanceof CommandLineError) throw error;
  throw new CommandLineError((error as Error).message, { exitCode: 1, cause: error });
}

async function write({ rule: rules, operation: operations, exclude, ...options }: WriteOptions): Promise<void> {
  const { checkSelection } = await import('../preflight/check-selection.ts');
  const { preparePacts, writePacts } = await import('../pact-tools/prepare-pacts.ts');
  const selection = { rules, operations, exclude };
  checkSelection(selection);
  const prepareOptions = { ...options, ...selection };
  const files = writePacts(options.output, prepareOptions);
  if (files.length === 0) throw new CommandLineError('The options leave no check, so there is nothing to write.');
  say(...files);
  const leftOut = [...preparePacts(prepareOptions).keys()].filter(
    (name) => !files.includes(join(options.output, name)),
  );
  for (const name of leftOut) {
    process.stderr.write(`${name} is not written, because the options leave no check of it.\n`);
  }
}

/** Whether each published pact got a result. */
async function record({ report, ...versions }: Omit<Results, 'report'> & { report: string }): Promise<boolean> {
  const { readReport, recordResults } = await import('../pact-tools/record-results.ts');
  const { readBroker } = await import('../pact-tools/broker.ts');
  const broker = readBroker(process.env);
  const { lines, isComplete } = await recordResults(broker, { report: readReport(report), ...versions });
  say(...lines);
  return isComplete;
}

function say(...lines: string[]): void {
  process.stdout.write(`${escapeHidden(lines.join('\n'))}\n`);
}
