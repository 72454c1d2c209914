#!/usr/bin/env node
/** Writes the pacts of this package for a broker, records results there, or verifies a provider with Pact's own verifier. */
import { join } from 'node:path';
import { describeOldNode } from '@escrow-kit/shared/describe-old-node';
import { Command, CommanderError, Option } from 'commander';
import { parseText, parseUrl, toCommandLineError } from './command-line/option-values.ts';
import { escapeHidden } from './deployment/escape-hidden.ts';
import { parseJson } from './deployment/parse-json.ts';
import { nodeRange, packageVersion } from './package/package-manifest.ts';
import type { ConsumerVersionSelector } from './pact-tools/verify-published.ts';
import type { Selection } from './pacts/selection.ts';
import { CommandLineError } from './preflight/command-line-error.ts';

interface Filters {
  rule?: string[];
  operation?: string[];
  exclude?: string[];
  onlyStated?: boolean;
  onlyCalls?: boolean;
}

interface WriteOptions extends Filters {
  output: string;
  consumer: string;
  refusals?: boolean;
}

type VerifyOptions = Filters & Record<'providerUrl' | 'statesUrl', string>;

interface PublishedOptions extends Record<'providerUrl' | 'statesUrl' | 'providerVersion' | 'providerBranch', string> {
  selector?: ConsumerVersionSelector[];
  wipSince?: string;
  publish?: boolean;
}

type RecordOptions = Record<'report' | 'consumer' | 'consumerVersion' | 'providerVersion', string>;

const notes = `
Exit codes: 0 if everything held, was written or was recorded; 1 if something differs, a result was not recorded, Pact could not
run or the broker refused; 2 if the command line is wrong.
`;

const brokerNotes = `
The broker: PACT_BROKER_BASE_URL, and PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.
`;

const text = (flags: string, help: string) => required(flags, help).argParser(parseText(flags.split(' ')[0] ?? ''));
const url = (flags: string, help: string) => required(flags, help).argParser(parseUrl(flags.split(' ')[0] ?? ''));
const required = (flags: string, help: string) => new Option(flags, help).makeOptionMandatory();

const filters = [
  new Option('--rule <id...>', "only checks of these rules, such as 'PARTY-*'"),
  new Option('--operation <id...>', 'only these operations of the document, such as createContract'),
  new Option('--exclude <id...>', 'leave out these rules and operations'),
  new Option('--only-stated', "only what the service's description states"),
  new Option('--only-calls', 'only what calls of the service reach, without what needs a sandbox'),
];

const provider = [
  url('--provider-url <url>', 'the service'),
  url('--states-url <url>', 'gets POST {"state": …, "params": {…}}, answers with the values of the state as JSON'),
];

const exitCode = await run();
for (const stream of [process.stdout, process.stderr])
  await new Promise<void>((resolve) => stream.write('', () => resolve()));
// Pact's proxy leaves connections open, and would keep the process for minutes after its verdict.
process.exit(exitCode);

async function run(): Promise<number> {
  try {
    await createProgram().parseAsync();
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const shown = error instanceof CommanderError ? toCommandLineError(error) : (error as Error);
    // Pact has printed its results, and repeats them as JSON.
    const message = parseJson(shown.message) === undefined ? shown.message : 'Not everything held, as printed above.';
    process.stderr.write(`contract-tests-pact: ${escapeHidden(message)}\n`);
    return shown instanceof CommandLineError ? shown.exitCode : 1;
  }
}

function createProgram(): Command {
  const program = new Command('contract-tests-pact')
    .version(packageVersion)
    .description('Uses the pacts of this package with a Pact broker, or with Pact’s own verifier.')
    .addHelpText('after', notes)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .hook('preAction', () => {
      const oldNode = describeOldNode(nodeRange);
      if (oldNode) throw new CommandLineError(oldNode);
    });
  addCommand(program, 'write', [
    text('--output <folder>', 'where to write the pacts'),
    text('--consumer <name>', 'the name of your integration in your broker'),
    ...filters,
    new Option('--refusals', 'also requests that the service has to refuse'),
  ])
    .description('Writes what your integration relies on as pacts, to publish in a broker.')
    .action(write);
  addCommand(program, 'record', [
    text('--report <file>', 'report of contract-tests verify --json'),
    text('--consumer <name>', 'the name of your integration'),
    text('--consumer-version <version>', 'the version that its pacts were published with'),
    text('--provider-version <version>', 'the version of the service that was verified'),
  ])
    .description('Records in a broker whether the service passed what the published pacts hold.')
    .addHelpText('after', brokerNotes)
    .action(record);
  addCommand(program, 'verify', [...provider, ...filters])
    .description("Verifies the pacts of this package with Pact's own verifier. states.md lists all states.")
    .action(verify);
  addCommand(program, 'verify-published', [
    ...provider,
    text('--provider-version <version>', 'the version of the service'),
    text(
      '--provider-branch <branch>',
      'its branch; a pact that no version of it has passed is pending, and fails nothing',
    ),
    new Option(
      '--selector <json...>',
      'consumer versions, such as {"branch": "main"}; default: main, deployed, same branch',
    ).argParser(parseSelector),
    new Option(
      '--wip-since <date>',
      'also work in progress of other branches, from this date on, such as 2030-01-01',
    ).argParser(parseText('--wip-since')),
    new Option('--publish', 'record the results in the broker'),
  ])
    .description("Verifies the pacts that consumers published in a broker with Pact's own verifier.")
    .addHelpText('after', brokerNotes)
    .action(verifyPublished);
  return program;
}

function addCommand(program: Command, name: string, options: Option[]): Command {
  const command = program.command(name);
  for (const option of options) command.addOption(option);
  return command;
}

async function write(options: WriteOptions): Promise<void> {
  const { preparePacts, writePacts } = await import('./pact-tools/prepare-pacts.ts');
  const prepareOptions = { ...options, ...(await select(options)) };
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

async function record({ report, ...versions }: RecordOptions): Promise<void> {
  const { readReport, recordResults } = await import('./pact-tools/record-results.ts');
  const { readBroker } = await import('./pact-tools/broker.ts');
  const broker = readBroker(process.env);
  const { lines, isComplete } = await recordResults(broker, { report: readReport(report), ...versions });
  say(...lines);
  if (!isComplete) process.exitCode = 1;
}

async function verify({ providerUrl, statesUrl, ...filters }: VerifyOptions): Promise<void> {
  const selection = await select(filters);
  dropVariables(/^(https?_proxy|pact_.*)$/i);
  const { verifyWithPact } = await import('./pact-tools/verify-with-pact.ts');
  await verifyWithPact({ providerUrl, statesUrl, ...filters, ...selection });
}

async function verifyPublished({ selector, publish, ...options }: PublishedOptions): Promise<void> {
  const { readBroker } = await import('./pact-tools/broker.ts');
  const { url: brokerUrl } = readBroker(process.env);
  dropVariables(/^(https?_proxy|pact_(?!broker_(token|username|password)$).*)$/i);
  const { verifyPublished } = await import('./pact-tools/verify-published.ts');
  await verifyPublished({ ...options, brokerUrl, selectors: selector, publishes: publish });
}

function parseSelector(value: string, others: ConsumerVersionSelector[] = []): ConsumerVersionSelector[] {
  const selector = parseJson(value);
  if (typeof selector !== 'object' || selector === null || Array.isArray(selector))
    throw new CommandLineError(`--selector is not a JSON object, such as {"branch": "main"}.`);
  return [...others, selector];
}

/** The checks that the options name. Throws if they name none. */
async function select({ rule: rules = [], operation: operations = [], exclude = [] }: Filters): Promise<Selection> {
  const { checkSelection } = await import('./preflight/check-selection.ts');
  const selection = { rules, operations, exclude };
  checkSelection(selection);
  return selection;
}

/**
 * Drops variables. Pact would send everything through a proxy, even on this machine, verify other pacts, and report every run to
 * its makers.
 */
function dropVariables(misleading: RegExp): void {
  for (const name of Object.keys(process.env).filter((one) => misleading.test(one))) delete process.env[name];
  process.env['PACT_DO_NOT_TRACK'] = 'true';
}

function say(...lines: string[]): void {
  process.stdout.write(`${escapeHidden(lines.join('\n'))}\n`);
}
