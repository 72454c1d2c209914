import { addOptions as addToCommand, CommandLineError, parseText } from '@escrow-kit/shared/command-line';
import { type HostName, hostNames } from '@escrow-kit/spec';
import { type Command, Option } from 'commander';
import { variableOf } from '../deployment/deployment.ts';

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

/** The options of the addresses of a deployment. */
export const hostOptions = (): Option[] => [
  url('--url <url>', 'one address for every host that has none of its own'),
  url('--contract-url <url>', 'contract service'),
  url('--auth-url <url>', 'authentication service'),
  url('--identity-url <url>', 'identity service'),
  url('--users-url <url>', 'generic Users API'),
  url('--legacy-url <url>', 'the legacy bank and address calls, whose host is not shown'),
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
