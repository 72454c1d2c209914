import { readFileSync } from 'node:fs';
import { addOptions, CommandLineError, createProgram, warnOfVisibleSecrets } from '@escrow-kit/shared/command-line';
import { type Command, InvalidArgumentError, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { secretList } from '../signature/verification.ts';
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
  /** Lines about secrets that are on the command line. */
  warnings: string[];
}

const secretVariable = 'ESCROW_WEBHOOK_SECRET';
const usualTimeoutInS = 10;
const longestTimeoutInS = 600;

const options = [
  new Option('--url <url>', 'the endpoint').argParser(parseUrl),
  new Option('--secret-file <file>', 'its webhook secret is the first line of this file'),
  new Option('--secret <secret>', 'the secret itself').env(secretVariable),
  new Option('--signature <form>', 'how a deployment signs that differs')
    .default(parseSignatureForm(usualSignature), `"${usualSignature}"`)
    .argParser(parseSignatureForm),
  new Option('--relay', 'sign as @escrow-kit/relay does: with the headers of Standard Webhooks as well'),
  new Option('--timeout <seconds>', "how long a request may take; our choice: the service's limit is not shown")
    .default(usualTimeoutInS)
    .argParser(parseTimeout),
  new Option('--strict', 'exit with 1 for hints, too'),
  new Option('--yes', 'send to another machine'),
  new Option('--json', 'print one line of JSON'),
];

const exitCodes = 'Exit codes: 0 if there is no fault; 1 if there is one; 2 if the command line is wrong.';

const notes = `
The events look real: they are signed with the secret of the endpoint. Their milestone ids begin with ${idPrefix}.

A fault is an answer other than the service's description states or implies. A hint is about what it leaves open.

${exitCodes}`;

/** What the command does its work with. `examine` gets the options of `doctor`. */
interface DoctorParts {
  resolve: Resolve;
  examine: (options: DoctorOptions) => Promise<void>;
}

/** Creates the command line. */
export function createDoctorProgram({ resolve, examine }: DoctorParts): Command {
  const program = createProgram({
    name: 'escrow-webhooks',
    manifest,
    description: 'Examines an endpoint that receives the webhooks of the Escrow Contract Service.',
    notes: exitCodes,
  });
  const doctor = program
    .command('doctor')
    .description('Sends a webhook endpoint what can happen to it, and prints what it answered and what it should have.')
    .addHelpText('after', notes)
    .action(async () => examine(await toOptions(doctor, resolve)));
  addOptions(doctor, options);
  return program;
}

interface Given {
  url?: URL;
  secret?: string;
  secretFile?: string;
  signature: Examination['form'];
  timeout: number;
  relay?: true;
  strict?: true;
  yes?: true;
  json?: true;
}

/** @throws CommandLineError if an option cannot work. */
async function toOptions(command: Command, resolve: Resolve): Promise<DoctorOptions> {
  const {
    url,
    signature: form,
    relay: isRelayed = false,
    timeout,
    strict: isStrict = false,
    yes,
    json: isJson = false,
  } = command.opts<Given>();
  if (!url) throw new CommandLineError('--url is missing: name the endpoint.');
  const examination = {
    url,
    lookup: yes ? undefined : await lookupLoopback(url, resolve),
    secret: readSecret(command),
    form,
    isRelayed,
    timeoutInMs: Math.ceil(timeout * 1000),
    pauseInMs: 1_000,
    promptInMs: 1_000,
  };
  return { examination, isStrict, isJson, warnings: warnOfVisibleSecrets(command, ['secret']) };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CommandLineError('--url is not an address that begins with http:// or https://.');
}

/** A file is nearer than the variable. */
function readSecret(command: Command): string {
  const { secret, secretFile: file } = command.opts<Given>();
  if (file !== undefined && command.getOptionValueSource('secret') === 'cli') {
    throw new CommandLineError('--secret and --secret-file: give one of them.');
  }
  const given = file === undefined ? secret : firstLineOf(file);
  if (!given)
    throw new CommandLineError(`The webhook secret is missing: set ${secretVariable}, or give --secret-file.`);
  try {
    secretList([given], 'secret');
  } catch (error) {
    throw new CommandLineError((error as Error).message, { cause: error });
  }
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

function parseTimeout(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= longestTimeoutInS) return seconds;
  throw new InvalidArgumentError(`Give a number of seconds above 0, up to ${longestTimeoutInS}.`);
}
