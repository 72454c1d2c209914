#!/usr/bin/env node
/** Writes the pacts of this package under another name, or verifies a provider against them with Pact's own verifier. */
import { parseArgs } from 'node:util';
import { describeOldNode } from '@escrow-kit/commands/describe-old-node';
import { escapeHidden } from './deployment/escape-hidden.ts';
import { nodeRange, packageVersion } from './package/package-manifest.ts';
import { readBroker } from './pact-tools/broker.ts';
import { writePacts } from './pact-tools/prepare-pacts.ts';
import { type Results, readReport, recordResults } from './pact-tools/record-results.ts';

const usage = `Usage:
  contract-tests-pact write --output FOLDER [--consumer NAME] [--only-stated] [--only-calls]
  contract-tests-pact record --report FILE --consumer-version VERSION --provider-version VERSION [--consumer NAME]
  contract-tests-pact verify --provider-url URL --states-url URL [--only-stated] [--only-calls]
  contract-tests-pact --version | --help

write   writes the pacts, under the name of your integration, for your broker.
record  records in your broker the results of contract-tests verify --json FILE. It reads PACT_BROKER_BASE_URL, and
        PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.
verify  runs Pact's own verifier. --states-url gets POST {"state": …, "params": {…}} and answers with the values of the
        state as JSON. states.md of this package lists all states.

--only-stated leaves out what the service's description does not state; --only-calls what needs a sandbox.

Exit codes: 0 if everything held or was recorded, 1 if something differs, Pact could not run or the broker refused, 2 if
the command line is wrong.
`;

const flags = {
  output: { type: 'string' },
  consumer: { type: 'string' },
  report: { type: 'string' },
  'consumer-version': { type: 'string' },
  'provider-version': { type: 'string' },
  'provider-url': { type: 'string' },
  'states-url': { type: 'string' },
  'only-stated': { type: 'boolean' },
  'only-calls': { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const parsed = parse(args);
  if (parsed instanceof Error) return fail(`${parsed.message}\n\n${usage}`, 2);
  const { values, positionals } = parsed;
  const { output, consumer, 'provider-url': providerUrl, 'states-url': statesUrl } = values;
  const { report, 'consumer-version': consumerVersion, 'provider-version': providerVersion } = values;
  const options = { consumer, onlyStated: values['only-stated'], onlyCalls: values['only-calls'] };
  const command = positionals.join(' ');
  const oldNode = describeOldNode(nodeRange);
  if (values.help) process.stdout.write(usage);
  else if (values.version) process.stdout.write(`${packageVersion}\n`);
  else if (oldNode) return fail(`contract-tests-pact: ${oldNode}\n`, 2);
  else if (command === 'write' && output) process.stdout.write(`${writePacts(output, options).join('\n')}\n`);
  else if (command === 'record' && report && consumerVersion && providerVersion)
    return record(report, { consumer, consumerVersion, providerVersion });
  else if (command === 'verify' && providerUrl && statesUrl) return verify({ providerUrl, statesUrl, ...options });
  else return fail(usage, 2);
  return 0;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: flags });
  } catch (error) {
    return error as Error;
  }
}

async function verify(
  options: Parameters<typeof import('./pact-tools/verify-with-pact.ts').verifyWithPact>[0],
): Promise<number> {
  // Without this, Pact would send everything through a proxy, even on this machine, and report every run to its makers.
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) delete process.env[name];
  process.env['PACT_DO_NOT_TRACK'] = 'true';
  const { verifyWithPact } = await import('./pact-tools/verify-with-pact.ts');
  return verifyWithPact(options).then(
    () => 0,
    (error: Error) => fail(`${error.message}\n`, 1),
  );
}

async function record(file: string, versions: Omit<Results, 'report'>): Promise<number> {
  try {
    const sentences = await recordResults(readBroker(process.env), { report: readReport(file), ...versions });
    process.stdout.write(`${escapeHidden(sentences.join('\n'))}\n`);
    return 0;
  } catch (error) {
    return fail(`contract-tests-pact record: ${(error as Error).message}\n`, 1);
  }
}

function fail(message: string, exitCode: number): number {
  process.stderr.write(escapeHidden(message));
  return exitCode;
}
