import type { CommanderError } from 'commander';
import { CommandLineError } from '../preflight/command-line-error.ts';

/** The error of commander in one line, without a value that may be a secret. */
export function toCommandLineError(error: CommanderError): CommandLineError {
  // Without a command, commander would print its help as an error.
  if (error.code === 'commander.help')
    return new CommandLineError('A command is missing. Run with --help to see the commands.');
  const reason = error.message
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    // An argument after an unknown option, or without one, may be a secret.
    .replaceAll(/=[^']*'/g, "'")
    .replace(/ but got \d+:.*$/, '')
    .replace(/\.?$/, '.');
  return new CommandLineError(`${reason} Run with --help to see the options.`, { cause: error });
}

/** Reads a text from an option. Throws if it is empty or looks like the next option. */
export function parseText(flag: string): (value: string) => string {
  return (value) => {
    // A variable that was read from a file may end with a line break.
    const given = value.trim();
    if (given === '') throw new CommandLineError(`${flag} is empty. Give a value or leave it out.`);
    if (given.startsWith('--')) throw new CommandLineError(`${flag} has no value. Give one or leave it out.`);
    return given;
  };
}

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
function proposal(value: string): string {
  return /^[\w.-]+(:\d+)?$/.test(value) ? ` Write http://${value}.` : '';
}
