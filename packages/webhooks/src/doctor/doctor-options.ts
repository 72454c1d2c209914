import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { CommandLineError, parseSignature, usualSignature } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { serviceSignature } from '../generated/contract-event.ts';
import { secretList } from '../signature/verification.ts';
import { usualBurst } from './checks.ts';
import type { Examination } from './examine-endpoint.ts';

const secretVariable = 'ESCROW_WEBHOOK_SECRET';
const usualTimeoutInS = 10;
const longestTimeoutInS = 600;

/** The options of `doctor`. */
export const doctorOptions: readonly Option[] = [
  new Option('--url <url>', 'the endpoint').argParser(parseUrl),
  new Option('--secret-file <file>', 'its webhook secret is the first line of this file'),
  new Option('--secret <secret>', 'the secret itself').env(secretVariable),
  new Option('--signature <form>', 'how a deployment signs that differs')
    .default(serviceSignature, `"${usualSignature}"`)
    .argParser(parseSignature),
  new Option('--relay', 'sign as @escrow-kit/relay does: with the headers of Standard Webhooks as well'),
  new Option('--timeout <seconds>', "how long a request may take; our choice: the service's limit is not shown")
    .default(usualTimeoutInS)
    .argParser(parseTimeout),
  new Option('--strict', 'exit with 1 for hints, too'),
  new Option('--yes', 'send to another machine'),
  new Option('--json', 'print one line of JSON'),
];

/** What commander makes of them. */
export interface GivenOptions {
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

/** What tests replace, to be quick. The command runs with the defaults. */
export interface DoctorParts {
  /** Resolves the name of the host. Default: the system's. */
  resolve?: Resolve;
  /** The pause in the middle of a slow body. Default: a second. */
  pauseInMs?: number;
  /** How many events come at once. Default: 200. */
  burst?: number;
}

/** @throws CommandLineError if an option cannot work. */
export async function toExamination(
  command: Command,
  { resolve = lookup, pauseInMs = 1_000, burst = usualBurst }: DoctorParts,
): Promise<Examination> {
  const { url, signature, relay = false, timeout, yes } = command.opts<GivenOptions>();
  if (!url) throw new CommandLineError('--url is missing: name the endpoint.');
  return {
    url,
    lookup: yes ? undefined : await lookupLoopback(url, resolve),
    secret: readSecret(command),
    form: signature,
    isRelayed: relay,
    timeoutInMs: Math.ceil(timeout * 1000),
    pauseInMs,
    promptInMs: 1_000,
    burst,
  };
}

/** Resolves a name or address to all its addresses, as `lookup` of `node:dns/promises`. */
type Resolve = (host: string, options: { all: true }) => Promise<LookupAddress[]>;

/**
 * Resolves the host of an address once. Every connection by the function it returns goes to this machine, even if the name leads
 * elsewhere by then.
 * @throws CommandLineError if the name leads to another machine, or nowhere.
 */
async function lookupLoopback({ hostname, host }: URL, resolve: Resolve): Promise<LookupFunction> {
  const addresses = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch((error) => {
    throw new CommandLineError(`--url: the name ${hostname} can't be resolved (${error.code}).`, { cause: error });
  });
  if (!addresses.every(({ address }) => isLoopback(address))) {
    throw new CommandLineError(
      `--url is on another machine, ${host}, and the events look real: add --yes if nothing there acts on test events.`,
    );
  }
  return (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all || !first) done(null, addresses);
    else done(null, first.address, first.family);
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new CommandLineError('--url is not an address that begins with http:// or https://.');
}

/** A file is nearer than the variable. */
function readSecret(command: Command): string {
  const { secret, secretFile: file } = command.opts<GivenOptions>();
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
