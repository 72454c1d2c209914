import { findIdProblem } from './domain/service-id.ts';
import { isLoopbackHost } from './http/read-request.ts';
import type { SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './start-error.ts';

/** The values that an option takes. */
interface OptionType {
  /** In words. */
  what: string;
  accepts(value: unknown): boolean;
}

const text: OptionType = { what: 'text', accepts: (value) => typeof value === 'string' };
const flag: OptionType = { what: 'true or false', accepts: (value) => typeof value === 'boolean' };
const address: OptionType = {
  what: 'an address that begins with http:// or https://',
  accepts: (value) => /^https?:$/.test(URL.parse(String(value))?.protocol ?? ''),
};

const largestPort = 65_535;

const optionTypes: Record<keyof SandboxOptions, OptionType> = {
  dataFolder: text,
  port: {
    what: `a whole number from 0 to ${largestPort}`,
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= largestPort,
  },
  host: text,
  publicUrl: address,
  webhookUrl: address,
  webhookSecret: text,
  controlToken: text,
  allowOrigins: { what: 'a list of origins', accepts: Array.isArray },
  assumedRules: { what: 'refuse or note', accepts: (value) => value === 'refuse' || value === 'note' },
  validateResponses: flag,
};

/** Throws if there is no such option, or if it does not take the value, which types say only to TypeScript. Repeats no value. */
export function checkOptions(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionTypes, name)) {
      throw new SandboxStartError(`Unknown option ${name}. Use one of ${Object.keys(optionTypes).join(', ')}.`);
    }
    const { what, accepts } = optionTypes[name as keyof SandboxOptions];
    if (value !== undefined && !accepts(value)) throw new SandboxStartError(`The option ${name} must be ${what}.`);
  }
}

/** Throws if others could control the sandbox without a token: the control API can pay, and shows personal data. */
export function checkControlToken(host: string, controlToken: string | undefined): void {
  if (controlToken !== undefined && !/^[\x21-\x7E]+$/.test(controlToken)) {
    // It is sent in a header, as a bearer token.
    throw new SandboxStartError(
      'The control token is empty, or contains a space or a character beyond ASCII. Choose another.',
    );
  }
  if (controlToken !== undefined || isLoopbackHost(host)) return;
  throw new SandboxStartError(
    `Others can reach the sandbox at ${host}. Set a control token with --control-token, or listen on 127.0.0.1.`,
  );
}

/** Throws if the document has ids of a form that the sandbox cannot write. */
export function checkIds(): void {
  const problem = findIdProblem();
  if (problem !== undefined) throw new SandboxStartError(problem);
}

/** Throws if others reach the sandbox than this machine, or if an origin is not exactly what a browser sends as `Origin`. */
export function checkAllowedOrigins(
  { host, publicUrl }: { host: string; publicUrl: string | undefined },
  origins: readonly string[],
): void {
  if (origins.length === 0) return;
  if (!isLoopbackHost(host)) {
    throw new SandboxStartError(
      `--allow-origin works on loopback only, but --host is ${host}. Leave out --allow-origin, or listen on 127.0.0.1.`,
    );
  }
  const publicHost = publicUrl === undefined ? host : (URL.parse(publicUrl)?.hostname ?? publicUrl);
  if (!isLoopbackHost(publicHost)) {
    throw new SandboxStartError(
      `--allow-origin works on loopback only, but --public-url is ${publicHost}. Leave one of them out.`,
    );
  }
  for (const origin of origins) checkOrigin(origin);
}

/** Its messages repeat only the origin of the text, because an address may hold a password. */
function checkOrigin(text: string): void {
  if (text.includes('*')) {
    throw new SandboxStartError(
      '--allow-origin cannot be *, which would let every page in. Name each origin, such as http://localhost:8080.',
    );
  }
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new SandboxStartError(
      '--allow-origin must list origins that begin with http:// or https://, separated by commas, such as http://localhost:8080.',
    );
  }
  if (url.origin === text) return;
  throw new SandboxStartError(
    `--allow-origin must be an origin as browsers send it: in lower case, without user, path, query or default port. Write ${url.origin}.`,
  );
}
