import {
  addOptions as addToCommand,
  CommandLineError,
  parseNumber,
  parseText,
  warnOfVisibleSecrets,
} from '@escrow-kit/shared/command-line';
import { type HostName, hostNames } from '@escrow-kit/spec';
import { type Command, Option } from 'commander';
import { tokenNames } from '../deployment/credentials.ts';
import { optionOf, variableOf } from '../deployment/deployment.ts';

/** The values of options of one text, by name. */
export type Values = Record<string, string | undefined>;

/** Reads an address from an option. The error does not repeat the address, which may hold a password. */
export function parseUrl(flag: string): (value: string) => string {
  return (value) => {
    const parsed = URL.parse(value);
    const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
    if (!isWeb)
      throw new CommandLineError(`${flag} is not an address that begins with http:// or https://.${proposal(value)}`);
    if (parsed.username === '' && parsed.password === '' && parsed.search === '') return value;
    throw new CommandLineError(`${flag} has a user, password or query. Give only scheme, host and path.`);
  };
}

/** A proposal if only the scheme is missing. Anything longer could hold a password. */
const proposal = (value: string): string => (/^[\w.-]+(:\d+)?$/.test(value) ? ` Write http://${value}.` : '');

/** An option of an address. */
export const url = (flags: string, help: string): Option =>
  new Option(flags, help).argParser(parseUrl(flags.split(' ')[0] ?? ''));

/** An option of a text. */
export const text = (flags: string, help: string): Option =>
  new Option(flags, help).argParser(parseText(flags.split(' ')[0] ?? ''));

/** An option of a whole number. */
export const number = (flags: string, help: string, range: { least?: number; most: number }): Option =>
  new Option(flags, help).argParser(parseNumber(range));

/** The options of the addresses of a deployment. */
export const hostOptions = (): Option[] => [
  url('--url <url>', 'one address for every host that has none of its own'),
  url('--contract-url <url>', 'contract service'),
  url('--auth-url <url>', 'authentication service'),
  url('--identity-url <url>', 'identity service'),
  url('--users-url <url>', 'generic Users API'),
  url('--legacy-url <url>', 'the legacy bank and address calls, whose host is not shown'),
];

/** The options of the credentials of an organization. */
export const credentialOptions = (): Option[] => [
  text('--organization-token <token>', 'organization token'),
  text('--client-admin-token <token>', 'client admin token'),
  text('--client-id <id>', 'client id'),
  text('--client-secret <secret>', 'client secret'),
  text('--api-key <key>', 'API key of the Users API'),
  text('--legacy-user-token <token>', 'legacy user token that may act for the customers created here'),
  text('--legacy-app-token <token>', 'legacy app token'),
];

/** Adds options to a command, each with its environment variable. */
export function addOptions(command: Command, options: readonly Option[]): void {
  addToCommand(
    command,
    options.map((option) => option.env(variableOf(option.attributeName()))),
  );
}

/** The addresses of the hosts: each its own, or that of `--url`. */
export function readHosts(values: Values): Partial<Record<HostName, string>> {
  const addresses = hostNames.map((name) => [name, values[`${name}Url`] ?? values['url']]);
  return Object.fromEntries(addresses.filter(([, address]) => address !== undefined));
}

/** The given values of these names. */
export function pick(values: Values, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}

/** The lines about secrets on the command line. */
export const findVisibleSecrets = (command: Command): string[] =>
  warnOfVisibleSecrets(command, [...tokenNames, 'clientSecret', 'controlToken', 'webhookSecret']);

/** Names options with their variables. */
export const nameOptions = (names: readonly string[]): string =>
  names.map((name) => `${optionOf(name)} (${variableOf(name)})`).join(', ');
