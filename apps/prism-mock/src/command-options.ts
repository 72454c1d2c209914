import { parseArgs } from 'node:util';

/** The options of the command line. */
export interface CommandOptions {
  help: boolean;
  version: boolean;
  port: number;
  host: string;
}

/** A mistake on the command line. The message says what is wrong and what to do. */
export class CommandLineError extends Error {
  readonly code = 'command_line';
}

/** The text of `--help`. */
export const usage = `Usage: escrow-prism-mock [options]

Serves the OpenAPI document of the Escrow Contract Service with Prism. Stateless.

  --port PORT     Port, 0 for a free one (default: environment variable PORT, then 4010)
  --host HOST     Address to listen on (default: 127.0.0.1)
  --overlay FILE  Overlay on the document, may be repeated (default: environment variable ESCROW_OVERLAY)
  --version       The version of this package
  --help          This text
`;

const flags = {
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  overlay: { type: 'string', multiple: true },
} as const;

/** Reads the command line. Throws a {@link CommandLineError}. */
export function readCommandOptions(args: string[], { PORT }: { PORT?: string | undefined }): CommandOptions {
  // `findOverlayFiles` reads the overlays.
  const { port, overlay: _overlay, ...options } = parseFlags(args);
  if (options.host === '') throw new CommandLineError('--host is empty. Give an address, such as 127.0.0.1.');
  const text = port ?? (PORT || '4010');
  if (options.help || options.version || (/^\d{1,5}$/.test(text) && Number(text) <= 65_535)) {
    return { ...options, port: Number(text) };
  }
  const source = port === undefined ? 'PORT' : '--port';
  throw new CommandLineError(`${source} is not a port: ${JSON.stringify(text)}. Give a whole number from 0 to 65535.`);
}

function parseFlags(args: string[]): Omit<CommandOptions, 'port'> & { port?: string; overlay?: string[] } {
  try {
    return parseArgs({ args, options: flags }).values;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new CommandLineError(`${reason.replace(/\.?$/, '.')} Run with --help to see the options.`, { cause: error });
  }
}
