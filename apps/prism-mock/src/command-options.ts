import { parseArgs } from 'node:util';

/** The options of the command line. */
export type CommandOptions = { task: 'help' } | { task: 'version' } | { task: 'serve'; port: number; host: string };

/** A mistake on the command line. The message says what is wrong and what to do. */
export class CommandLineError extends Error {
  readonly code = 'command_line';
}

/** The text of `--help`. */
export const usage = `Usage: escrow-prism-mock [options]

Serves the OpenAPI document of the Escrow Contract Service with Prism. Stateless.

  --port PORT   Port, 0 for a free one (default: environment variable PORT, then 4010)
  --host HOST   Address to listen on (default: 127.0.0.1)
  --version     The version of this package
  --help        This text
`;

const flags = {
  help: { type: 'boolean' },
  version: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
} as const;

/** Reads the command line. Throws a {@link CommandLineError}. */
export function readCommandOptions(args: string[], environment: Record<string, string | undefined>): CommandOptions {
  const { help, version, port, host } = parseFlags(args);
  if (help) return { task: 'help' };
  if (version) return { task: 'version' };
  if (host === '') throw new CommandLineError('--host is empty. Give an address, such as 127.0.0.1.');
  const source = port === undefined ? 'PORT' : '--port';
  return { task: 'serve', port: readPort(source, port ?? (environment['PORT'] || '4010')), host: host ?? '127.0.0.1' };
}

function parseFlags(args: string[]): { help?: boolean; version?: boolean; port?: string; host?: string } {
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new CommandLineError(`${reason.replace(/\.?$/, '.')} Run with --help to see the options.`, { cause: error });
  }
}

function readPort(source: string, text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandLineError(`${source} is not a port: ${JSON.stringify(text)}. Give a whole number from 0 to 65535.`);
}

/** What to do if a server can't listen, by the code of Node's error. */
export const listenRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken. Choose another one with --port, or 0 for a free port.',
  EACCES: 'The port is not allowed. Choose one above 1023 with --port.',
  EADDRNOTAVAIL: 'This machine does not have the address. Choose another one with --host.',
  ENOTFOUND: 'The host is unknown. Choose another one with --host.',
};
