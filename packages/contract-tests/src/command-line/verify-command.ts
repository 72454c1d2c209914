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
  new Option('--exclude <id...>', 'skip these rules and operations'),
  new Option('--list', 'list the checks and exit; needs no deployment').default(false),
  overlayOption(),
  text('--json <file>', 'write the report as JSON'),
  text('--junit <file>', 'write the report as JUnit XML'),
  new Option('--strict [basis]', 'exit with 1 if a rule of this basis or a stronger one differs')
    .choices(['stated', 'implied', 'assumed'])
    .preset('assumed')
    .default('implied'),
  seconds('--timeout <seconds>', 'time limit for an answer', usualLimits.timeoutInMs),
  seconds(
    '--run-timeout <seconds>',
    'time limit for the run; the report then contains the checks made so far',
    usualLimits.runTimeoutInMs,
  ),
  new Option('--yes', 'create test customers and contracts without asking').default(false),
];

/** The text after the options in the help. */
const notes = `
Each option is also an environment variable. Use variables for secrets: other users of the machine can read the command line.
Checks whose host or credential is missing are skipped. If an overlay names a call that returns a token (x-obtained-by), set
a variable for each field of that call instead, such as ESCROW_PASSWORD. If an option has the same variable, the field has
another one: ESCROW_SIGN_IN_URL for url.

Creates customers, bank accounts, addresses, contracts and tickets in the deployment. Does not pay or delete. In a sandbox
(--control-url) it needs no credentials: it pays, releases and deletes in a new tenant.
No phone has a number with the default prefix. If the deployment refuses such numbers, set --phone-prefix. The
deployment may send text messages to the numbers that you set.

Only a rule that the service's description states can be broken. Other rules are "implied: differs" or "assumed: differs".

Exit codes: 0 if no rule differs that --strict names; 1 if one does, if a check of a stated rule was not possible, if a rule
named by --rule was not checked, or if nothing was checked; 2 if the run could not start; 130 or 143 if a signal ended it.`;

/** The options of the command without those of a deployment. */
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
    .description('Checks a deployment and reports which rules held, were broken or could not be checked.')
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
  // A variable can contain several names, with commas or spaces between them.
  const split = (names: string[] = []): string[] => names.flatMap((name) => name.match(/[^\s,]+/g) ?? []);
  return { rules: split(rule).map(toRuleId), operations: split(operation), exclude: split(exclude) };
}

/** The ID as the rules spell it, from any case: `PAY-1a` for `pay-1A`. */
function toRuleId(given: string): string {
  return Object.keys(rules).find((id) => id.toLowerCase() === given.toLowerCase()) ?? given;
}

const selected = (selection: Selection) =>
  readKitPacts().flatMap((pact) => selectInteractions(pact, selection).interactions);

/** Lists the selected checks, one per line: operation and description, which begins with its rule. */
function listChecks(selection: Selection): string {
  const checks = selected(selection);
  const lines = checks.map((check) => `${(operationOf(check) ?? '').padEnd(16)} ${check.description}\n`);
  return `${lines.join('')}${checks.length === 1 ? '1 check' : `${checks.length} checks`}\n`;
}

/** Throws if a name or glob matches nothing, or if no check is selected, as for a rule that calls and events do not show. */
function checkSelection(selection: Selection): void {
  const { rules: asked = [], operations = [], exclude = [] } = selection;
  const ruleIds = Object.keys(rules);
  const operationIds = selected({}).flatMap((check) => operationOf(check) ?? []);
  refuseUnknown('--rule', asked, ruleIds);
  refuseUnknown('--operation', operations, operationIds);
  refuseUnknown('--exclude', exclude, [...ruleIds, ...operationIds]);
  if (selected(selection).length === 0)
    throw new CommandLineError(
      'No check is selected. Change --rule, --operation or --exclude. --list shows the selection.',
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
    throw new CommandLineError('--json and --junit name the same file. Choose two files.');
  if (Object.keys(deployment.credentials).length === 0 && !hasOwnTenant(deployment))
    printLine('Without credentials, verify checks little more than that calls without a token are refused.');
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
      'The tenant of this run and its tokens are deleted. To resend a request, run verify with --control-tenant.',
    );
  if (!signal.aborted) return exitCodeOf(report.result, given.strict);
  const rest = hasOwnTenant(deployment)
    ? 'The tenant of this run is deleted.'
    : 'The created customers and contracts remain.';
  printLine(`Stopped before the end. The report has the checks made so far. ${rest}`);
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
  if (!control) return [`${creates}.`, 'Does not pay or delete. The service may text those numbers.'];
  if (hasOwnTenant(deployment))
    return [`${creates}. Pays, releases and deletes, all in a new tenant. Does not use your credentials.`];
  return [`${creates}, in the tenant ${control.tenant}. Pays, releases and deletes in new tenants.`];
}

/** Asks before it writes to anything but this machine. */
async function isAgreed(deployment: Deployment): Promise<boolean> {
  if (Object.values(deployment.hosts).every((url) => isLoopback(new URL(url).hostname))) return true;
  if (!process.stdin.isTTY) {
    throw new CommandLineError(
      'verify needs your agreement, but there is no terminal to ask. Add --yes or set ESCROW_YES=true.',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new AbortController();
  // On Ctrl-C or Ctrl-D, which the question itself does not notice.
  terminal.once('close', () => ended.abort());
  const answer = await terminal.question('Continue? [y/N] ', { signal: ended.signal }).catch(() => '');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/**
 * Stops a run on Ctrl-C or a request to terminate. The reason of the signal has the exit code of such a program in a shell. A
 * second signal ends the process at once. `end` removes the handlers.
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

/** Only on a terminal, because a log cannot overwrite a line. */
function showCount(count: number, total: number): void {
  if (process.stderr.isTTY) process.stderr.write(`${clearLine}${count} of ${total} checks`);
}
