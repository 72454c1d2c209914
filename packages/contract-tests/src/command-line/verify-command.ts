import { createInterface } from 'node:readline/promises';
import { CommandLineError, overlayOption, parseNumber } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import { type Basis, rules } from '@escrow-kit/spec';
import { type Command, Option } from 'commander';
import { type Deployment, defaultPhonePrefix, hasOwnTenant } from '../deployment/deployment.ts';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { signIn } from '../deployment/sign-in.ts';
import { differenceOf, isDifference, type Result } from '../judge/verification.ts';
import { isNamed, operationOf, readKitPacts, type Selection, selectInteractions } from '../pacts/pacts.ts';
import { checkDeployment, checkReach } from '../preflight/check-deployment.ts';
import { formatJunit } from '../report/format-junit.ts';
import { formatText } from '../report/format-text.ts';
import { formatJson } from '../report/report.ts';
import { usualLimits } from '../verify/verify.ts';
import { verifyDeployment } from '../verify/verify-deployment.ts';
import {
  addOptions,
  type DeploymentInputs,
  deploymentOptions,
  printLine,
  readDeployment,
  text,
} from './deployment-options.ts';
import { writeReport } from './write-report.ts';

/** An option of a number of seconds, up to a day. */
const seconds = (flags: string, help: string, usualInMs: number): Option =>
  new Option(flags, help).argParser(parseNumber({ most: 86_400 })).default(usualInMs / 1000);

const options = [
  ...deploymentOptions(),
  new Option('--rule <id...>', 'check only these rules, such as PARTY-3 or "PARTY-*"'),
  new Option('--operation <id...>', 'check only these operations, such as addParties; events are contractEvent'),
  new Option('--exclude <id...>', 'leave out these rules and operations'),
  new Option('--list', 'list the checks and end; needs no deployment').default(false),
  overlayOption('check against the document with this OpenAPI Overlay; may be repeated'),
  text('--json <file>', 'write the report as JSON'),
  text('--junit <file>', 'write the report as JUnit XML'),
  new Option('--strict [basis]', 'exit with 1 if something of this basis, or of a stronger one, differs')
    .choices(['stated', 'implied', 'assumed'])
    .preset('assumed')
    .default('implied'),
  seconds('--timeout <seconds>', 'how long one answer may take', usualLimits.timeoutInMs),
  seconds(
    '--run-timeout <seconds>',
    'how long all checks may take; then those made so far are reported',
    usualLimits.runTimeoutInMs,
  ),
  new Option('--yes', 'create test customers and contracts without asking').default(false),
];

/** The text after the options in the help. */
const notes = `
Every option can also be set by an environment variable. Use variables for secrets: other users of the machine can see
the command line. A token that is not given comes from the call that an overlay names for it (x-obtained-by), with a variable
for each field and parameter of it, such as ESCROW_PASSWORD; ESCROW_SIGN_IN_URL for url, where ESCROW_URL is an option's.
Checks that need a host or a credential which is not given are left out.

Creates customers, bank accounts, addresses, contracts and tickets in the deployment. Pays nothing and deletes nothing. In a
sandbox (--control-url) it pays, releases and deletes in a tenant of its own, and needs no credentials.
Numbers of the default prefix belong to nobody. If the deployment refuses them, set --phone-prefix; it may text them.

Only what the service's description states can be broken. A difference from what it implies or the kit assumes is
reported as "implied: differs" or "assumed: differs".

Exit codes: 0 if nothing differs that --strict names; 1 if something does, if something stated could not be tried, if a rule
named by --rule was not checked, or if nothing was checked; 2 if it could not start; 130 or 143 if a signal stopped it.
`;

/** The options of the command besides those of a deployment, as they are given. */
interface VerifyFlags {
  rule?: string[];
  operation?: string[];
  exclude?: string[];
  list: boolean;
  yes: boolean;
  strict: Basis;
  timeout: number;
  runTimeout: number;
  json?: string;
  junit?: string;
}

/** Adds the command to the program. `onEnd` gets the exit code. */
export function addVerify(program: Command, onEnd: (exitCode: number) => void): void {
  const command = program
    .command('verify')
    .description('Verifies a deployment and reports rule by rule what held, what is broken and what was not checked.')
    .addHelpText('after', notes)
    .action(async () => {
      const given = command.opts<VerifyFlags>();
      const selection = readSelection(given);
      checkSelection(selection);
      if (given.list) process.stdout.write(listChecks(selection));
      else onEnd(await runVerify(readDeployment(command), given));
    });
  addOptions(command, options);
}

function readSelection({ rule, operation, exclude }: VerifyFlags) {
  // A variable holds several names, with commas or spaces between them.
  const split = (names: string[] = []): string[] => names.flatMap((name) => name.match(/[^\s,]+/g) ?? []);
  return { rules: split(rule).map(toRuleId), operations: split(operation), exclude: split(exclude) };
}

/** The id as the rules write it, given in any case: `PAY-1a` for `pay-1A`. */
function toRuleId(given: string): string {
  return Object.keys(rules).find((id) => id.toLowerCase() === given.toLowerCase()) ?? given;
}

const selected = (selection: Selection) =>
  readKitPacts().flatMap((pact) => selectInteractions(pact, selection).interactions);

/** Lists the selected checks, one a line: operation and description, which begins with its rule. */
function listChecks(selection: Selection): string {
  const checks = selected(selection);
  const lines = checks.map((check) => `${(operationOf(check) ?? '').padEnd(16)} ${check.description}\n`);
  return `${lines.join('')}${checks.length === 1 ? '1 check' : `${checks.length} checks`}\n`;
}

/** Throws if a name or glob matches nothing, or if no check is left, as for a rule that does not show in calls and events. */
function checkSelection(selection: Selection): void {
  const { rules: asked = [], operations = [], exclude = [] } = selection;
  const ruleIds = Object.keys(rules);
  const operationIds = selected({}).flatMap((check) => operationOf(check) ?? []);
  refuseUnknown('--rule', asked, ruleIds);
  refuseUnknown('--operation', operations, operationIds);
  refuseUnknown('--exclude', exclude, [...ruleIds, ...operationIds]);
  if (selected(selection).length === 0)
    throw new CommandLineError(
      'No check is left. Change --rule, --operation or --exclude; --list shows what they select.',
    );
}

function refuseUnknown(option: string, globs: readonly string[], known: string[]): void {
  const unknown = globs.filter((glob) => !known.some((name) => isNamed(name, [glob])));
  if (unknown.length > 0)
    throw new CommandLineError(`${option}: there is no ${unknown.join(', ')}. Run with only --list to see all.`);
}

/** Verifies a deployment by the options of the command, writes the reports, and returns the exit code. */
async function runVerify(inputs: DeploymentInputs, given: VerifyFlags): Promise<number> {
  const { deployment, warnings } = inputs;
  warnings.forEach(printLine);
  if (given.json !== undefined && given.json === given.junit)
    throw new CommandLineError('--json and --junit name the same file. Choose another one for one of them.');
  if (Object.keys(deployment.credentials).length === 0 && !hasOwnTenant(deployment))
    printLine('No credential is given, so little more is checked than that calls without one are refused.');
  for (const file of [given.json, given.junit]) if (file !== undefined) writeReport(file, '');
  await checkReach(deployment, given.timeout * 1000);
  for (const line of describeEffects(deployment)) printLine(line);
  if (!(given.yes || (await isAgreed(deployment)))) {
    printLine('Nothing was done.');
    return 2;
  }
  const { signal, end } = stopOnInterrupt('Stopped before the first check.');
  return verifyAndReport(inputs, given, signal).finally(end);
}

async function verifyAndReport(
  { signIns, ...inputs }: DeploymentInputs,
  given: VerifyFlags,
  signal: AbortSignal,
): Promise<number> {
  const secrets = createSecrets();
  addInputs(secrets, inputs.deployment);
  const timeoutInMs = given.timeout * 1000;
  const send = createSend({ timeoutInMs, redact: secrets.redact, signal });
  const { credentials, lifetimeInMs } = await signIn(inputs.deployment, { signIns, send });
  const deployment = { ...inputs.deployment, credentials };
  addInputs(secrets, deployment);
  await checkDeployment(deployment, { send, secrets });
  signal.throwIfAborted();
  const report = await verifyDeployment(deployment, {
    ...readSelection(given),
    timeoutInMs,
    // The refusal of a token that has expired would be mistaken for a broken rule.
    runTimeoutInMs: Math.min(given.runTimeout * 1000, lifetimeInMs),
    onStart: showCount,
    signal,
  });
  if (process.stderr.isTTY) process.stderr.write(clearLine);
  process.stdout.write(formatText(report));
  if (given.json !== undefined) writeReport(given.json, formatJson(report));
  if (given.junit !== undefined) writeReport(given.junit, formatJunit(report));
  if (hasOwnTenant(deployment) && isDifference(report.result))
    printLine(
      'To send a request again, verify with --control-tenant: the tenant of this run is deleted, with its tokens.',
    );
  if (!signal.aborted) return exitCodeOf(report.result, given.strict);
  const rest = hasOwnTenant(deployment)
    ? 'the tenant of this run is deleted'
    : 'the customers and contracts that were created stay';
  printLine(`Stopped before the end. The report has what was checked, and ${rest}.`);
  return (signal.reason as CommandLineError).exitCode;
}

/** The exit code of a verification: 1 unless it held, or only something of a weaker basis than `strict` differs. */
export function exitCodeOf(result: Result, strict: Basis): number {
  if (result === 'held') return 0;
  if (!isDifference(result)) return 1;
  const differences = Object.values(differenceOf);
  return differences.indexOf(result) <= differences.indexOf(differenceOf[strict]) ? 1 : 0;
}

/** Says what the run does to the deployment. */
function describeEffects(deployment: Deployment): string[] {
  const { hosts, phonePrefix = defaultPhonePrefix, control } = deployment;
  const origins = [...new Set(Object.values(hosts).map((url) => new URL(url).origin))].join(', ');
  const creates = `Creates test customers (${phonePrefix}…) and contracts in ${origins}`;
  if (!control) return [`${creates}.`, 'Pays nothing and deletes nothing. The service may text those numbers.'];
  if (hasOwnTenant(deployment))
    return [`${creates}, pays, releases and deletes in a tenant of its own. Given credentials are not used.`];
  return [`${creates}, in the tenant ${control.tenant}. Pays, releases and deletes in tenants of its own.`];
}

/** Asks before it writes to anything but this machine. */
async function isAgreed(deployment: Deployment): Promise<boolean> {
  if (Object.values(deployment.hosts).every((url) => isLoopback(new URL(url).hostname))) return true;
  if (!process.stdin.isTTY) {
    throw new CommandLineError(
      'This needs your agreement, and there is no terminal to ask on. Add --yes, or set ESCROW_YES=true.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  // On Ctrl-C or Ctrl-D, which the question itself does not notice.
  terminal.once('close', () => ended.abort());
  const answer = await terminal.question('Go on? [y/N] ', { signal: ended.signal }).catch(() => '');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/**
 * Stops a run on Ctrl-C or a request to terminate. The reason of the signal has the exit code that a shell gives such a
 * program. The second one ends the process at once. `end` leaves signals alone again.
 */
export function stopOnInterrupt(message: string): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController();
  const stopWith = (exitCode: number) => () => {
    if (stop.signal.aborted) process.exit(exitCode);
    stop.abort(new CommandLineError(message, { exitCode }));
  };
  const [onInterrupt, onTerminate] = [stopWith(130), stopWith(143)];
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return { signal: stop.signal, end: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate) };
}

/** Removes the progress line. */
const clearLine = '\r\u001b[K';

/** Only on a terminal, because a line in a log can't be overwritten. */
function showCount(count: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`${clearLine}${count} of ${total} checks`);
}
