import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { secretList } from '../signature/verification.ts';
import { CommandLineError } from './command-line-error.ts';
import type { Examination } from './examine-endpoint.ts';
import { lookupLoopback, type Resolve } from './lookup-loopback.ts';
import { parseSignatureForm, usualSignature } from './signature-form.ts';
import { idPrefix } from './test-events.ts';

/** The options of `doctor`. */
export interface DoctorOptions {
  examination: Examination;
  /** Hints count as faults. */
  isStrict: boolean;
  isJson: boolean;
  /** The secret is on the command line. */
  isSecretVisible: boolean;
}

export const secretVariable = 'ESCROW_WEBHOOK_SECRET';
const usualTimeoutInS = 10;
const longestTimeoutInS = 600;

export const usage = `escrow-webhooks doctor --url URL [options]

Sends a webhook endpoint what can happen to it, and prints what it answered and what it should have answered. The events look
real: they are signed with the secret of the endpoint. Their milestone ids begin with ${idPrefix}.

  --url URL           the endpoint
  --secret-file FILE  its webhook secret is the first line of this file. Default: the variable ${secretVariable}
  --secret SECRET     the secret itself; other users of the machine can see it
  --signature FORM    how a deployment signs that differs. Default: "${usualSignature}"
  --timeout SECONDS   how long a request may take. Default: ${usualTimeoutInS}, our choice: the service's limit is not shown
  --strict            exit with 1 for hints, too
  --yes               send to another machine
  --json              print one line of JSON
  --help              shows this text
  --version           shows the version

A fault is an answer other than the service's description states or implies. A hint is about what it leaves open.
Exit codes: 0 if there is no fault; 1 if there is one; 2 if the command line is wrong.`;

/** The options, or which text the command line asks for. */
export type CommandLine = { options: DoctorOptions } | { shows: 'usage' | 'version' };

/** @throws CommandLineError if an option cannot work. */
export async function readOptions(
  args: string[],
  { environment, resolve }: { environment: NodeJS.ProcessEnv; resolve: Resolve },
): Promise<CommandLine> {
  const { values, positionals } = parse(args);
  if (values.version) return { shows: 'version' };
  if (values.help || args.length === 0) return { shows: 'usage' };
  if (positionals.length !== 1 || positionals[0] !== 'doctor') {
    throw new CommandLineError('Begin with the one command, doctor, and name every value by its option.');
  }
  const { signature = usualSignature, timeout = String(usualTimeoutInS) } = values;
  const url = readUrl(values.url);
  const examination = {
    url,
    lookup: values.yes ? undefined : await lookupLoopback(url, resolve),
    secret: readSecret(values, environment),
    form: parseSignatureForm(signature),
    timeoutInMs: readTimeout(timeout),
    pauseInMs: 1_000,
    promptInMs: 1_000,
  };
  const { strict: isStrict = false, json: isJson = false, secret } = values;
  return { options: { examination, isStrict, isJson, isSecretVisible: secret !== undefined } };
}

const parse = (args: string[]) =>
  withRemedy(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        secret: { type: 'string' },
        'secret-file': { type: 'string' },
        signature: { type: 'string' },
        timeout: { type: 'string' },
        strict: { type: 'boolean' },
        yes: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
      },
    }),
  );

/** Makes errors of the user's input those of the command line. */
function withRemedy<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new CommandLineError((error as Error).message, { cause: error });
  }
}

function readUrl(text: string | undefined): URL {
  if (text === undefined) throw new CommandLineError('--url is missing: name the endpoint.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new CommandLineError('--url is not an address that begins with http:// or https://.');
  }
  return url;
}

function readSecret(
  { secret, 'secret-file': file }: { secret?: string | undefined; 'secret-file'?: string | undefined },
  environment: NodeJS.ProcessEnv,
): string {
  if (secret !== undefined && file !== undefined) {
    throw new CommandLineError('--secret and --secret-file: give one of them.');
  }
  const given = secret ?? (file === undefined ? environment[secretVariable] : firstLineOf(file));
  if (!given)
    throw new CommandLineError(`The webhook secret is missing: set ${secretVariable}, or give --secret-file.`);
  withRemedy(() => secretList([given], 'secret'));
  return given;
}

function firstLineOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0]?.trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandLineError(`--secret-file can't be read (${code}).`, { cause: error });
  }
}

function readTimeout(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= longestTimeoutInS) return Math.ceil(seconds * 1000);
  throw new CommandLineError(`--timeout: give a number of seconds above 0, up to ${longestTimeoutInS}.`);
}
