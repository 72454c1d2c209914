import { join } from 'node:path';
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { Command, CommanderError, Option } from 'commander';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { nodeRange, packageVersion } from '../package/package-manifest.ts';
import type { Results } from '../pact-tools/record-results.ts';
import { CommandLineError } from '../preflight/command-line-error.ts';
import { parseText, toCommandLineError } from './option-values.ts';

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

const required = (flags: string, help: string) =>
  new Option(flags, help).argParser(parseText(flags.split(' ')[0] ?? '')).makeOptionMandatory();

/**
 * Runs `contract-tests-pact` with these arguments and the environment, and returns the exit code. It writes the pacts of this package
 * for a broker or another verifier, and records results in a broker.
 */
export async function runPactCommandLine(args: string[]): Promise<number> {
  let exitCode = 0;
  try {
    await createProgram((code) => {
      exitCode = code;
    }).parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const shown = error instanceof CommanderError ? toCommandLineError(error) : (error as Error);
    process.stderr.write(`contract-tests-pact: ${escapeHidden(shown.message)}\n`);
    return shown instanceof CommandLineError ? shown.exitCode : 1;
  }
}

/** Creates the commands. They report their exit code if they end without an error. */
function createProgram(onEnd: (exitCode: number) => void): Command {
  const program = new Command('contract-tests-pact')
    .version(packageVersion)
    .description('Uses the pacts of this package with a Pact broker, or with another verifier of Pact.')
    .addHelpText('after', notes)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .hook('preAction', () => {
      const oldNode = describeOldNode(nodeRange);
      if (oldNode) throw new CommandLineError(oldNode);
    });
  addCommand(program, 'write', [
    required('--output <folder>', 'where to write the pacts'),
    required('--consumer <name>', 'the name of your integration in your broker'),
    new Option('--rule <id...>', "only checks of these rules, such as 'PARTY-*'"),
    new Option('--operation <id...>', 'only these operations of the document, such as createContract'),
    new Option('--exclude <id...>', 'leave out these rules and operations'),
    new Option('--only-stated', "only what the service's description states"),
    new Option('--only-calls', 'only what calls of the service reach, without what needs a sandbox'),
    new Option('--refusals', 'also requests that the service has to refuse'),
  ])
    .description('Writes what your integration relies on as pacts, to publish in a broker. states.md lists all states.')
    .action(write);
  addCommand(program, 'record', [
    required('--report <file>', 'report of contract-tests verify --json'),
    required('--consumer <name>', 'the name of your integration'),
    required('--consumer-version <version>', 'the version that its pacts were published with'),
    required('--provider-version <version>', 'the version of the service that was verified'),
  ])
    .description('Records in a broker whether the service passed what the published pacts hold.')
    .addHelpText('after', brokerNotes)
    .action(async (options) => onEnd((await record(options)) ? 0 : 1));
  return program;
}

function addCommand(program: Command, name: string, options: Option[]): Command {
  const command = program.command(name);
  for (const option of options) command.addOption(option);
  return command;
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
