import { CommandLineError, overlayOption, parseNumber, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import { type Basis, rules } from '@escrow-kit/spec';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CredentialName, credentialNames, tokenNames } from '../deployment/credentials.ts';
import { type Deployment, defaultPhonePrefix, optionOf, variableOf } from '../deployment/deployment.ts';
import { listSignIns, type SignIn } from '../preflight/sign-in.ts';
import { isPhonePrefix } from '../state-handlers/phone-numbers.ts';
import { mostAtOnce, usualLimits } from '../verify/limits.ts';
import { addOptions, hostOptions, parseUrl, readHosts, text, type Values } from './shared-options.ts';

const reportFormats = ['json', 'junit'] as const;

/** A format of a report in a file. */
export type ReportFormat = (typeof reportFormats)[number];

/** Hosts without which most checks are impossible. */
const requiredHosts = ['contractUrl', 'authUrl', 'identityUrl'];
const requiredCredentials: CredentialName[] = ['organizationToken', 'clientAdminToken', 'clientId', 'clientSecret'];
const required = [...requiredHosts, ...requiredCredentials];

const control = (flags: string, help: string) =>
  new Option(flags, help).argParser(parseOrigin(flags.split(' ')[0] ?? ''));

/** An option of a whole number from 1 on. */
const number = (flags: string, help: string, range: { most: number }): Option =>
  new Option(flags, help).argParser(parseNumber(range));

/** A day. */
const mostSeconds = 86_400;

const options = [
  ...hostOptions(),
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
  new Option('--list', 'list the checks and end; needs no deployment').default(false),
  overlayOption('check against the document with this OpenAPI Overlay; may be repeated'),
  text('--json <file>', 'write the report as JSON'),
  text('--junit <file>', 'write the report as JUnit XML'),
  new Option('--strict [basis]', 'exit with 1 if something of this basis, or of a stronger one, differs')
    .choices(['stated', 'implied', 'assumed'])
    .preset('assumed')
    .default('implied'),
  number('--concurrency <number>', 'how many checks are made at once', { most: mostAtOnce }).default(
    usualLimits.concurrency,
  ),
  number('--timeout <seconds>', 'how long one answer may take', { most: mostSeconds }).default(
    usualLimits.timeoutInMs / 1000,
  ),
  number('--run-timeout <seconds>', 'how long all checks may take; then those made so far are reported', {
    most: mostSeconds,
  }).default(usualLimits.runTimeoutInMs / 1000),
  new Option('--yes', 'create test customers and contracts without asking').default(false),
];

/** The text after the options in the help. */
const notes = `
Every option can also be set by an environment variable. Use variables for secrets: other users of the machine can see
the command line. A token that is not given comes from the call that an overlay names for it (x-obtained-by), with a variable
for each field and parameter of it, such as ESCROW_PASSWORD; ESCROW_SIGN_IN_URL for url, where ESCROW_URL is an option's.

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

/** Adds the command to the program. `onOptions` gets its options if the command line has it. */
export function addVerify(program: Command, onOptions: (options: VerifyOptions) => Promise<void>): void {
  const command = program
    .command('verify')
    .description('Verifies a deployment and reports rule by rule what held, what is broken and what was not checked.')
    .addHelpText('after', notes)
    .action(() => onOptions(toOptions(command)));
  addOptions(command, options);
}

/** The options of `verify`, from command line and environment. */
export type VerifyOptions = ReturnType<typeof toOptions>;

type Switches = Record<'yes' | 'invitations' | 'list', boolean> & { strict: Basis };
type Numbers = Record<'concurrency' | 'timeout' | 'runTimeout', number>;
type Names = Record<'rule' | 'operation' | 'exclude', string[] | undefined>;

function toOptions(command: Command) {
  const { rule, operation, exclude, list, yes, strict, invitations, ...rest } = command.opts<
    Switches & Names & Numbers
  >();
  const { concurrency, timeout, runTimeout, ...others } = rest;
  const values = others as unknown as Values;
  const hosts = readHosts(values);
  const inputs = { ...values, ...namedUrls(hosts) };
  const signIns = listSignIns(
    inputs,
    command.options.map(({ envVar }) => envVar),
  );
  if (!list) refuseMissing(inputs, signIns);
  const { phonePrefix, administratorPhone } = values;
  const credentials = pick(values, credentialNames);
  const hiddenValues = hiddenValuesOf(signIns);
  const deployment: Deployment = {
    ...{ hosts, credentials, phonePrefix, administratorPhone, hasInvitations: invitations, hiddenValues },
    control: toControl(values),
  };
  return {
    deployment,
    /** The calls that give the tokens which the deployment lacks. */
    signIns,
    /** The address of every host that has no address of its own. */
    url: values['url'],
    /** The file for the report in each requested format. */
    reportFiles: pick(values, reportFormats) as Partial<Record<ReportFormat, string>>,
    selection: {
      rules: splitNames(rule).map(toRuleId),
      operations: splitNames(operation),
      exclude: splitNames(exclude),
    },
    /** Only list the checks. */
    isList: list,
    /** Exit with 1 if something of this basis, or of a stronger one, differs. */
    strict,
    limits: { concurrency, timeoutInMs: timeout * 1000, runTimeoutInMs: runTimeout * 1000 },
    /** Don't ask before creating customers. */
    yes,
    /** Lines about secrets that are on the command line. */
    warnings: warnOfVisibleSecrets(command, [...tokenNames, 'clientSecret', 'controlToken']),
  };
}

/** The given values of these names. */
function pick(values: Values, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** Names options with their variables. */
const nameOptions = (names: readonly string[]): string =>
  names.map((name) => `${optionOf(name)} (${variableOf(name)})`).join(', ');

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
    `${nameOptions([useless])} is given without --control-url. Add --control-url with the address of the sandbox.`,
  );
}

const namedUrls = (hosts: Deployment['hosts']): Values =>
  Object.fromEntries(Object.entries(hosts).map(([name, at]) => [`${name}Url`, at]));

/** What the sign-ins send, by its variables: all but the client id, which is in every checkout URL. */
const hiddenValuesOf = (signIns: readonly SignIn[]): Record<string, string> =>
  Object.fromEntries(
    signIns
      .flatMap(({ variables }) => Object.entries(variables))
      .flatMap(([name, value]) => (value === undefined || name === variableOf('clientId') ? [] : [[name, value]])),
  );

/** A token may be got by a sign-in instead, if that has all that it requires. */
function refuseMissing(values: Values, signIns: readonly SignIn[]): void {
  const missing = required.filter(
    (name) => values[name] === undefined && !signIns.some((one) => one.name === name && one.missing.length === 0),
  );
  if (missing.length === 0) return;
  const single = missing.some((name) => requiredHosts.includes(name)) ? ' --url is one address for all hosts.' : '';
  const instead = signIns
    .filter(({ name }) => missing.includes(name))
    .map((one) => ` Or set ${one.missing.join(', ')}, with which ${one.operation.id} gives ${optionOf(one.name)}.`);
  throw new CommandLineError(
    `Missing: ${nameOptions(missing)}. Give each as an option, or set its variable.${single}${instead.join('')}`,
  );
}

/** The control API is at the root of a sandbox. */
function parseOrigin(flag: string): (value: string) => string {
  return (value) => {
    const url = parseUrl(flag)(value);
    if (new URL(url).pathname === '/') return url;
    throw new CommandLineError(`${flag} has a path. Give only scheme, host and port of the sandbox.`);
  };
}

function parsePrefix(value: string): string {
  if (isPhonePrefix(value)) return value;
  throw new InvalidArgumentError('Give a plus and one to nine digits, such as +447700900.');
}
