import { hostNames, rules } from '@escrow-kit/spec';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type CredentialName, credentialNames, tokenNames } from './deployment/credentials.ts';
import { type Deployment, defaultPhonePrefix, optionOf } from './deployment/deployment.ts';
import { packageVersion } from './package-manifest.ts';
import { isPhonePrefix } from './state-handlers/phone-numbers.ts';

/** What the command line and the environment ask for. */
export interface CommandOptions {
  deployment: Deployment;
  /** The address of every host that has none of its own. */
  url: string | undefined;
  /** Where the page goes, if anywhere. */
  html: string | undefined;
  /** Where the JSON goes, if anywhere. */
  json: string | undefined;
  /** The rules to check; all of them where the list is empty. */
  rules: string[];
  /** End with 1 as well where what is implied or assumed differs. */
  isStrict: boolean;
  /** Don't ask before customers are created. */
  yes: boolean;
  /** Options that stood on the command line and hold a secret, each with its variable. */
  visibleSecrets: { option: string; variable: string }[];
}

/** A mistake on the command line, or an end that was asked for. The message says what is wrong and what to do, and repeats no value. */
export class CommandLineError extends Error {
  readonly code = 'command_line';
  /** What the command ends with. Default: 2. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 2, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.name = 'CommandLineError';
    this.exitCode = exitCode;
  }
}

const secretNames = [...tokenNames, 'clientSecret', 'controlToken'] as const;

/** Without these nothing of the main road can be checked. */
const requiredHosts = ['contractUrl', 'authUrl', 'identityUrl'];
const requiredCredentials: CredentialName[] = ['organizationToken', 'clientAdminToken', 'clientId', 'clientSecret'];
const required = [...requiredHosts, ...requiredCredentials];

const url = (flags: string, text: string) => new Option(flags, text).argParser(parseUrl(flags.split(' ')[0] ?? ''));
const control = (flags: string, help: string) =>
  new Option(flags, help).argParser(parseOrigin(flags.split(' ')[0] ?? ''));
const text = (flags: string, help: string) => new Option(flags, help).argParser(parseText(flags.split(' ')[0] ?? ''));

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
  control('--control-url <url>', "a sandbox, whose control API reaches what calls can't, such as consent and events"),
  text('--control-token <token>', 'control token of the sandbox'),
  text('--control-tenant <id>', 'tenant of the sandbox whose credentials are given; without it, default'),
  new Option('--phone-prefix <prefix>', 'what phone numbers of test customers begin with')
    .default(defaultPhonePrefix)
    .argParser(parsePrefix),
  text('--administrator-phone <phone>', "phone number of the BROKER; without it, a test customer's"),
  new Option('--invitations', 'parties have to accept invitations: no payment that starts is checked').default(false),
  new Option('--rule <id...>', 'check these rules only, such as PARTY-3'),
  text('--html <file>', 'write the report as a page'),
  text('--json <file>', 'write the report as JSON'),
  new Option('--strict', 'end with 1 as well where what is implied or assumed differs').default(false),
  new Option('--yes', 'create test customers and contracts without asking').default(false),
].map((option) => option.env(`ESCROW_${option.attributeName().replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`));

/** What comes after the options in the help. */
const notes = `
Every option can be a variable of the environment instead. Prefer that for secrets: a command line is visible to the
other users of a machine.

Creates customers, bank accounts, addresses, contracts and tickets in the deployment, pays nothing and deletes nothing.
Numbers of the default prefix belong to nobody: no country has that code. Give --phone-prefix where the deployment takes
other numbers only; it may text them. Each run takes numbers of its own, at random.

spec/rules.md lists the rules; those that do not show in calls or events are not checked.

Only what the description of the service states can be broken. What it implies or the kit assumes is reported as
"assumed: differs".

Ends with 0 where nothing is broken; with 1 where something is or could not be tried, where a rule named by --rule was not
checked, where nothing was, or with --strict where what is assumed differs; with 2 where it could not begin; with 130 or
143 where a signal stopped it.
`;

/** Reads the command line and the environment. Prints the help and ends where it is asked for. */
export function readCommandOptions(args: string[]): CommandOptions {
  const program = new Command('contract-tests')
    .version(packageVersion)
    .description('Holds a deployment of the Escrow Contract Service to its promises.')
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

/** A variable that is set to nothing is not set; commander would take any value for a yes, `false` as well. */
function dropUnset({ envVar = '', required: takesValue }: Option): void {
  const value = process.env[envVar]?.trim() ?? '';
  const isSet = takesValue ? value !== '' : /^(1|true|y|yes)$/i.test(value);
  if (!isSet) delete process.env[envVar];
}

type Values = Record<string, string | undefined>;
type Switches = Record<'yes' | 'strict' | 'invitations', boolean>;

function toOptions(command: Command): CommandOptions {
  const { rule = [], yes, strict, invitations, ...others } = command.opts<Switches & { rule?: string[] }>();
  const values = others as unknown as Values;
  const hosts = Object.fromEntries(
    hostNames.flatMap((name) => {
      const address = values[`${name}Url`] ?? values['url'];
      return address === undefined ? [] : [[name, address]];
    }),
  );
  refuseMissing({ ...values, ...Object.fromEntries(Object.entries(hosts).map(([name, at]) => [`${name}Url`, at])) });
  const { html, json, phonePrefix, administratorPhone } = values;
  const credentials = pick(values, credentialNames);
  const deployment = { hosts, credentials, phonePrefix, administratorPhone, hasInvitations: invitations };
  const isVisible = (name: string) => command.getOptionValueSource(name) === 'cli';
  const visibleSecrets = secretNames
    .filter(isVisible)
    .map((name) => ({ option: optionOf(name), variable: variableOf(name) }));
  return {
    deployment: { ...deployment, control: toControl(values) },
    url: values['url'],
    html,
    json,
    rules: rule.flatMap((ids) => ids.match(/[^\s,]+/g) ?? []).map(toRuleId),
    isStrict: strict,
    yes,
    visibleSecrets,
  };
}

/** The id as the rules have it, in whichever case it was given: `PAY-1a` of `pay-1A`. */
function toRuleId(given: string): string {
  return Object.keys(rules).find((id) => id.toLowerCase() === given.toLowerCase()) ?? given;
}

function toControl({ controlUrl, controlToken, controlTenant }: Values): Deployment['control'] {
  return controlUrl === undefined ? undefined : { url: controlUrl, controlToken, tenant: controlTenant };
}

function pick(values: Values, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** The variable that gives a value, such as `ESCROW_API_KEY` for `apiKey`. */
export function variableOf(name: string): string {
  return options.find((option) => option.attributeName() === name)?.envVar ?? '';
}

function refuseMissing(values: Values): void {
  const missing = required.filter((name) => values[name] === undefined);
  if (missing.length === 0) return;
  const list = missing.map((name) => `${optionOf(name)} (${variableOf(name)})`).join(', ');
  const single = missing.some((name) => requiredHosts.includes(name)) ? ' --url is one address for all hosts.' : '';
  throw new CommandLineError(`Missing: ${list}. Give each as an option, or set its variable.${single}`);
}

function toCommandLineError(error: CommanderError): CommandLineError {
  // Without a command, commander would print its help as an error.
  if (error.code === 'commander.help') return new CommandLineError('Say what to do: contract-tests verify --help.');
  const reason = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    // What follows an unknown option, or stands alone, may be a secret.
    .replaceAll(/=[^']*'/g, "'")
    .replace(/ but got \d+:.*$/, '')
    .replace(/\.?$/, '.');
  return new CommandLineError(`${reason} Run with --help to see the options.`, { cause: error });
}

function parseText(flag: string): (value: string) => string {
  return (value) => {
    // A line break that a file of secrets ends with belongs to none of them.
    const given = value.trim();
    if (given === '') throw new CommandLineError(`${flag} is empty. Give a value or leave it out.`);
    if (given.startsWith('--')) throw new CommandLineError(`${flag} has no value. Give one or leave it out.`);
    return given;
  };
}

/** An address may hold a password, so that it is not repeated. */
function parseUrl(flag: string): (value: string) => string {
  return (value) => {
    const parsed = URL.parse(value);
    const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
    if (!isWeb)
      throw new CommandLineError(`${flag} is not an address that begins with http:// or https://.${proposal(value)}`);
    if (parsed.username === '' && parsed.password === '' && parsed.search === '') return value;
    throw new CommandLineError(`${flag} has a user, password or query. Give scheme, host and path only.`);
  };
}

/** What was meant where nothing but the scheme is missing. Anything longer could hold a password. */
function proposal(value: string): string {
  return /^[\w.-]+(:\d+)?$/.test(value) ? ` Write http://${value}.` : '';
}

/** The control API is at the root of a sandbox. */
function parseOrigin(flag: string): (value: string) => string {
  return (value) => {
    const url = parseUrl(flag)(value);
    if (new URL(url).pathname === '/') return url;
    throw new CommandLineError(`${flag} has a path. Give scheme, host and port of the sandbox only.`);
  };
}

function parsePrefix(value: string): string {
  if (isPhonePrefix(value)) return value;
  throw new InvalidArgumentError('Give a plus and one to nine digits, such as +447700900.');
}
