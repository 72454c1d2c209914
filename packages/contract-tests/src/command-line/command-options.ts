import { type Basis, hostNames, rules } from '@escrow-kit/spec';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type CredentialName, credentialNames, tokenNames } from '../deployment/credentials.ts';
import { type Deployment, defaultPhonePrefix, optionOf, variableOf } from '../deployment/deployment.ts';
import { largestSeed, mostCases } from '../explore/explore.ts';
import { packageVersion } from '../package/package-manifest.ts';
import type { Selection } from '../pacts/selection.ts';
import { CommandLineError } from '../preflight/command-line-error.ts';
import { isPhonePrefix } from '../state-handlers/phone-numbers.ts';
import { type Limits, mostAtOnce, usualLimits } from '../verify/limits.ts';
import type { VerifyDeploymentOptions } from '../verify/verify-deployment.ts';
import { parseText, parseUrl, toCommandLineError } from './option-values.ts';

/** The options of the command line and the environment. */
export interface CommandOptions {
  deployment: Deployment;
  /** The address of every host that has no address of its own. */
  url: string | undefined;
  /** The file for the report in each requested format. */
  reportFiles: Partial<Record<ReportFormat, string>>;
  /** Whether to write annotations and a job summary for GitHub Actions. */
  isGithub: boolean;
  /** The checks to make. */
  selection: Required<Selection>;
  /** The files of the consumer's own pacts. */
  pacts: string[];
  /** How many requests to generate, and from which seed; undefined for none. */
  explore: VerifyDeploymentOptions['explore'];
  /** Only list the checks. */
  isList: boolean;
  /** Exit with 1 if something of this basis, or of a stronger one, differs. */
  strict: Basis;
  limits: Limits;
  /** Don't ask before creating customers. */
  yes: boolean;
  /** The options on the command line that hold a secret, each with its variable. */
  visibleSecrets: { option: string; variable: string }[];
}

const reportFormats = ['html', 'json', 'junit', 'markdown'] as const;

/** A format of a report in a file. */
export type ReportFormat = (typeof reportFormats)[number];

const secretNames = [...tokenNames, 'clientSecret', 'controlToken'] as const;

/** Hosts without which most checks are impossible. */
const requiredHosts = ['contractUrl', 'authUrl', 'identityUrl'];
const requiredCredentials: CredentialName[] = ['organizationToken', 'clientAdminToken', 'clientId', 'clientSecret'];
const required = [...requiredHosts, ...requiredCredentials];

const url = (flags: string, text: string) => new Option(flags, text).argParser(parseUrl(flags.split(' ')[0] ?? ''));
const control = (flags: string, help: string) =>
  new Option(flags, help).argParser(parseOrigin(flags.split(' ')[0] ?? ''));
const text = (flags: string, help: string) => new Option(flags, help).argParser(parseText(flags.split(' ')[0] ?? ''));

const number = (flags: string, help: string, most: number) => new Option(flags, help).argParser(parseNumber(most));

/** A day. */
const mostSeconds = 86_400;

const options = [
  url('--url <url>', 'one address for every host that has none of its own'),
  url('--contract-url <url>', 'contract service'),
  url('--auth-url <url>', 'authentication service'),
  url('--identity-url <url>', 'identity service'),
  url('--users-url <url>', 'generic Users API'),
  url('--legacy-url <url>', 'the legacy bank and address calls, whose host is not shown'),
  text('--organization-token <token>', 'organization token'),
  text('--client-admin-token <token>', 'client admin token'),
  text('--client-id <id>', 'client id'),
  text('--client-secret <secret>', 'client secret'),
  text('--api-key <key>', 'API key of the Users API'),
  text('--legacy-user-token <token>', 'legacy user token that may act for the customers created here'),
  text('--legacy-app-token <token>', 'legacy app token'),
  control('--control-url <url>', "a sandbox; its control API does what calls can't, such as consent and events"),
  text('--control-token <token>', 'control token of the sandbox'),
  text(
    '--control-tenant <id>',
    'check this tenant of the sandbox, whose credentials are given; default: a new one for each run',
  ),
  new Option('--phone-prefix <prefix>', 'what phone numbers of test customers begin with')
    .default(defaultPhonePrefix)
    .argParser(parsePrefix),
  text('--administrator-phone <phone>', "phone number of the BROKER; default: a test customer's"),
  new Option(
    '--invitations',
    'parties have to accept invitations; no call that needs a started payment is checked',
  ).default(false),
  new Option('--rule <id...>', 'check only these rules, such as PARTY-3 or "PARTY-*"'),
  new Option('--operation <id...>', 'check only these operations, such as addParties; events are contractEvent'),
  new Option('--exclude <id...>', 'leave out these rules and operations'),
  new Option('--pact <file...>', 'verify this pact of your own as well'),
  number('--explore <number>', 'after the checks, send so many requests generated from the document', mostCases),
  number(
    '--seed <number>',
    'generate the same requests as the run that printed it; default: a random one',
    largestSeed,
  ),
  new Option('--list', 'list the checks and end; needs no deployment').default(false),
  new Option('--overlay <file>', 'check against the document with this OpenAPI Overlay; may be repeated').argParser(
    (file: string, files: readonly string[] = []) => [...files, file],
  ),
  text('--html <file>', 'write the report as a page'),
  text('--json <file>', 'write the report as JSON'),
  text('--junit <file>', 'write the report as JUnit XML'),
  text('--markdown <file>', 'write the report as Markdown'),
  new Option('--github', 'in GitHub Actions: annotate what differs, and write the job summary').default(false),
  new Option('--strict [basis]', 'exit with 1 if something of this basis, or of a stronger one, differs')
    .choices(['stated', 'implied', 'assumed'])
    .preset('assumed')
    .default('implied'),
  number('--concurrency <number>', 'how many checks are made at once', mostAtOnce).default(usualLimits.concurrency),
  number('--timeout <seconds>', 'how long one answer may take', mostSeconds).default(usualLimits.timeoutInMs / 1000),
  number(
    '--run-timeout <seconds>',
    'how long all checks may take; then those made so far are reported',
    mostSeconds,
  ).default(usualLimits.runTimeoutInMs / 1000),
  new Option('--yes', 'create test customers and contracts without asking').default(false),
].map((option) => option.env(variableOf(option.attributeName())));

/** The text after the options in the help. */
const notes = `
Every option can also be set by an environment variable. Use variables for secrets: other users of the machine can see
the command line.

Creates customers, bank accounts, addresses, contracts and tickets in the deployment. Pays nothing and deletes nothing.
Numbers of the default prefix belong to nobody, because no country has that code. If the deployment accepts only other
numbers, set --phone-prefix; it may text them. Each run uses other numbers, at random.

spec/rules.md lists the rules; those that do not show in calls or events are not checked.

Only what the service's description states can be broken. A difference from what it implies or the kit assumes is
reported as "implied: differs" or "assumed: differs". --strict=stated, implied or assumed says from which of them on the exit
code is 1; the default is implied, and --strict alone means assumed.

Exit codes: 0 if nothing differs that --strict names; 1 if something does, if something stated could not be tried, if a rule
named by --rule was not checked, or if nothing was checked; 2 if it could not start; 130 or 143 if a signal stopped it.
`;

/** Reads the command line and the environment. Prints the help and ends if asked to. */
export function readCommandOptions(args: string[]): CommandOptions {
  const program = new Command('contract-tests')
    .version(packageVersion)
    .description('Checks a deployment of the Escrow Contract Service against its description.')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const verify = program
    .command('verify')
    .description('Verifies a deployment and reports rule by rule what held, what is broken and what was not checked.')
    .allowExcessArguments(false)
    .addHelpText('after', notes)
    .action(() => {});
  for (const option of options) {
    dropUnset(option);
    verify.addOption(option);
  }
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode !== 0) throw toCommandLineError(error);
    throw error;
  }
  return toOptions(verify);
}

/** An empty variable counts as not set. Commander would take any value for yes, even `false`. */
function dropUnset({ envVar = '', required: needsValue, optional: takesValue, presetArg }: Option): void {
  const value = process.env[envVar]?.trim() ?? '';
  const isYes = /^(1|true|y|yes)$/i.test(value);
  const isNo = /^(|0|false|n|no)$/i.test(value);
  const isSet = needsValue ? value !== '' : isYes || (takesValue && !isNo);
  if (!isSet) delete process.env[envVar];
  else if (takesValue && isYes) process.env[envVar] = String(presetArg);
}

type Values = Record<string, string | undefined>;
type Switches = Record<'yes' | 'invitations' | 'list' | 'github', boolean> & { strict: Basis };
type Numbers = Record<'concurrency' | 'timeout' | 'runTimeout', number> &
  Record<'explore' | 'seed', number | undefined>;
type Names = Record<'rule' | 'operation' | 'exclude' | 'pact', string[] | undefined>;

function toOptions(command: Command): CommandOptions {
  const { rule, operation, exclude, pact, list, yes, strict, github, invitations, ...rest } = command.opts<
    Switches & Names & Numbers
  >();
  const { concurrency, timeout, runTimeout, explore, seed, ...others } = rest;
  if (seed !== undefined && explore === undefined)
    throw new CommandLineError('--seed is given without --explore. Add --explore with the number of requests.');
  const values = others as unknown as Values;
  const hosts = Object.fromEntries(
    hostNames.flatMap((name) => {
      const address = values[`${name}Url`] ?? values['url'];
      return address === undefined ? [] : [[name, address]];
    }),
  );
  if (!list)
    refuseMissing({ ...values, ...Object.fromEntries(Object.entries(hosts).map(([name, at]) => [`${name}Url`, at])) });
  const { phonePrefix, administratorPhone } = values;
  const credentials = pick(values, credentialNames);
  const deployment = { hosts, credentials, phonePrefix, administratorPhone, hasInvitations: invitations };
  const isVisible = (name: string) => command.getOptionValueSource(name) === 'cli';
  const visibleSecrets = secretNames
    .filter(isVisible)
    .map((name) => ({ option: optionOf(name), variable: variableOf(name) }));
  return {
    deployment: { ...deployment, control: toControl(values) },
    url: values['url'],
    reportFiles: pick(values, reportFormats),
    isGithub: github,
    selection: {
      rules: splitNames(rule).map(toRuleId),
      operations: splitNames(operation),
      exclude: splitNames(exclude),
    },
    pacts: pact ?? [],
    explore: explore === undefined ? undefined : { cases: explore, seed },
    isList: list,
    strict,
    limits: { concurrency, timeoutInMs: timeout * 1000, runTimeoutInMs: runTimeout * 1000 },
    yes,
    visibleSecrets,
  };
}

/** A variable holds several names, with commas or spaces between them. */
const splitNames = (names: string[] = []): string[] => names.flatMap((text) => text.match(/[^\s,]+/g) ?? []);

/** The id as the rules write it, given in any case: `PAY-1a` for `pay-1A`. */
function toRuleId(given: string): string {
  return Object.keys(rules).find((id) => id.toLowerCase() === given.toLowerCase()) ?? given;
}

function toControl({ controlUrl, controlToken, controlTenant }: Values): Deployment['control'] {
  if (controlUrl !== undefined) return { url: controlUrl, controlToken, tenant: controlTenant };
  const [useless] = Object.entries({ controlToken, controlTenant }).find(([, value]) => value !== undefined) ?? [];
  if (useless === undefined) return undefined;
  throw new CommandLineError(
    `${optionOf(useless)} (${variableOf(useless)}) is given without --control-url. Add --control-url with the address of the sandbox.`,
  );
}

function pick(values: Values, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

function refuseMissing(values: Values): void {
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length === 0) return;
  const list = missing.map((name) => `${optionOf(name)} (${variableOf(name)})`).join(', ');
  const single = missing.some((name) => requiredHosts.includes(name)) ? ' --url is one address for all hosts.' : '';
  throw new CommandLineError(`Missing: ${list}. Give each as an option, or set its variable.${single}`);
}

/** The control API is at the root of a sandbox. */
function parseOrigin(flag: string): (value: string) => string {
  return (value) => {
    const url = parseUrl(flag)(value);
    if (new URL(url).pathname === '/') return url;
    throw new CommandLineError(`${flag} has a path. Give only scheme, host and port of the sandbox.`);
  };
}

function parseNumber(most: number): (value: string) => number {
  return (value) => {
    const given = Number(value);
    if (Number.isInteger(given) && given >= 1 && given <= most) return given;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${most}.`);
  };
}

function parsePrefix(value: string): string {
  if (isPhonePrefix(value)) return value;
  throw new InvalidArgumentError('Give a plus and one to nine digits, such as +447700900.');
}
