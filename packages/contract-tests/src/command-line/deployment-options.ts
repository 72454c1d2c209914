import {
  addOptions as addToCommand,
  CommandLineError,
  parseText,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { type HostName, hostNames } from '@escrow-kit/spec';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  credentialNames,
  type Deployment,
  defaultPhonePrefix,
  hasOwnTenant,
  optionOf,
  tokenNames,
  variableOf,
} from '../deployment/deployment.ts';
import { listSignIns, type SignIn, secretsOf } from '../deployment/sign-in.ts';
import { toOneLine } from '../deployment/text.ts';
import { isPhonePrefix } from '../states/test-data.ts';

/** The values of options of one text, by name. */
export type Values = Record<string, string | undefined>;

const flagOf = (flags: string): string => flags.split(' ')[0] ?? '';

/** An option of a text. */
export const text = (flags: string, help: string): Option =>
  new Option(flags, help).argParser(parseText(flagOf(flags)));

/** An option of an address. Errors do not repeat the address, which can contain a password. */
export const url = (flags: string, help: string): Option => new Option(flags, help).argParser(parseUrl(flagOf(flags)));

function parseUrl(flag: string): (value: string) => string {
  return (value) => {
    const parsed = URL.parse(value);
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') {
      throw new CommandLineError(`${flag} must begin with http:// or https://.`);
    }
    if (parsed.username === '' && parsed.password === '' && parsed.search === '') return value;
    throw new CommandLineError(`${flag} has a user, password or query. Give only scheme, host and path.`);
  };
}

/** The options of the addresses of a deployment. */
export const hostOptions = (): Option[] => [
  url('--url <url>', 'default address of all hosts'),
  url('--contract-url <url>', 'address of the contract service'),
  url('--auth-url <url>', 'address of the authentication service'),
  url('--identity-url <url>', 'address of the identity service'),
  url('--users-url <url>', 'address of the Users API'),
  url('--legacy-url <url>', 'address of the legacy bank and address calls'),
];

/** The options of a deployment in which states are set up. */
export const deploymentOptions = (): Option[] => [
  ...hostOptions(),
  text('--organization-token <token>', 'organization token'),
  text('--client-admin-token <token>', 'client admin token'),
  text('--client-id <id>', 'client ID'),
  text('--client-secret <secret>', 'client secret'),
  text('--api-key <key>', 'API key of the Users API'),
  text('--legacy-user-token <token>', 'legacy user token that can act for the test customers'),
  text('--legacy-app-token <token>', 'legacy app token'),
  url('--control-url <url>', 'address of a sandbox; its control API enables checks of consent, events and more'),
  text('--control-token <token>', 'token for the control API'),
  text('--control-tenant <id>', 'existing tenant, whose credentials you pass; default: a new one for each run'),
  new Option('--phone-prefix <prefix>', 'first digits of test phone numbers')
    .default(defaultPhonePrefix)
    .argParser(parsePhonePrefix),
  text('--administrator-phone <phone>', 'phone number of the BROKER; default: a test number'),
  new Option('--invitations', 'parties must accept invitations; skips checks that need a started payment').default(
    false,
  ),
];

/** The address of each host, or else `--url`. */
export function readHosts(values: Values): Deployment['hosts'] {
  const addresses = hostNames.map((name): [HostName, string | undefined] => [
    name,
    values[`${name}Url`] ?? values['url'],
  ]);
  return Object.fromEntries(addresses.filter(([, address]) => address !== undefined));
}

/** A deployment from command line and environment. */
export interface DeploymentInputs {
  deployment: Deployment;
  /** The calls that return the missing tokens. */
  signIns: SignIn[];
  /** Warnings before the start, one per line. */
  warnings: string[];
}

/** Reads the options of a deployment. Throws if a host or a part of the control API is missing. */
export function readDeployment(command: Command): DeploymentInputs {
  const values = command.opts<Values>();
  const hosts = readHosts(values);
  const { phonePrefix, administratorPhone, controlUrl, controlToken, controlTenant: tenant } = values;
  if (Object.keys(hosts).length === 0)
    throw new CommandLineError('Missing: --url (ESCROW_URL), or the address of a host, such as --contract-url.');
  if (controlUrl === undefined && (controlToken ?? tenant) !== undefined)
    throw new CommandLineError('--control-token and --control-tenant need --control-url, the address of the sandbox.');
  const named = Object.fromEntries(Object.entries(hosts).map(([name, address]) => [`${name}Url`, address]));
  const inputs = { ...values, ...named };
  const deployment: Deployment = {
    ...{ hosts, phonePrefix, administratorPhone, hasInvitations: Boolean(values['invitations']) },
    credentials: Object.fromEntries(credentialNames.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
    ...(controlUrl !== undefined && { control: { url: controlUrl, controlToken, tenant } }),
  };
  const options = command.options.map(({ envVar }) => envVar);
  // The tenant of a run has all tokens.
  const signIns = hasOwnTenant(deployment) ? [] : listSignIns({ inputs, options });
  return {
    deployment: { ...deployment, hiddenValues: secretsOf(signIns) },
    signIns,
    warnings: [
      ...warnOfVisibleSecrets(command, [...tokenNames, 'clientSecret', 'controlToken']),
      ...signIns.filter(({ missing }) => missing.length > 0).map(describeMissing),
    ],
  };
}

const describeMissing = ({ name, operation, missing }: SignIn): string =>
  `Missing: ${optionOf(name)} (${variableOf(name)}). To get it from ${operation.id}, set ${missing.join(', ')}.`;

function parsePhonePrefix(value: string): string {
  if (isPhonePrefix(value)) return value;
  throw new InvalidArgumentError('Give a plus and one to nine digits, such as +447700900.');
}

/** Adds options to a command, each with its environment variable. */
export function addOptions(command: Command, options: readonly Option[]): void {
  addToCommand(
    command,
    options.map((option) => option.env(variableOf(option.attributeName()))),
  );
}

/** Prints a message that is not part of the report. */
export const printLine = (line: string): void => void process.stderr.write(`${toOneLine(line)}\n`);
