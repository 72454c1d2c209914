import { sensitiveFields } from '@escrow-kit/spec';
import { type Deployment, variableOf } from './deployment.ts';
import { escapeHtml, parseJson } from './text.ts';

/** Collects secrets and removes them from texts. */
export interface Secrets {
  /** Adds values, which are secret from now on. */
  add(...values: (string | undefined)[]): void;
  /** Adds a value that is replaced by the name of its variable, such as `[ESCROW_API_KEY]`. */
  addNamed(variable: string, value: string | undefined): void;
  /** Adds the values of a body that the document marks as secret, even if its JSON is malformed or cut off. */
  addFromBody(text: string): void;
  /** Replaces every known secret of at least four characters, as it is and as URLs, forms, JSON, HTML and base64 write it. */
  redact(text: string): string;
}

/** Replaces a secret without a variable. */
export const redacted = '[redacted]';

/** Shorter values are not secrets, and would redact ordinary text. */
const shortestSecret = 4;

const secretFields = new Set([...sensitiveFields].flatMap(([name, kind]) => (kind === 'secret' ? [name] : [])));

/** More are not collected from answers, because the search would take minutes. */
const mostFromAnswers = 5000;

/** Creates an empty collection of secrets. */
export function createSecrets(): Secrets {
  /** The replacement of each secret. */
  const known = new Map<string, string>();
  let patterns: [pattern: RegExp, replacement: string][] | undefined;
  const put = (value: string | undefined, replacement: string): void => {
    if (value === undefined || value.length < shortestSecret || known.get(value) === replacement) return;
    known.set(value, replacement);
    patterns = undefined;
  };
  const add = (...values: (string | undefined)[]): void => {
    for (const value of values) if (value !== undefined && !known.has(value)) put(value, redacted);
  };
  return {
    add,
    addNamed: (variable, value) => put(value, `[${variable}]`),
    addFromBody: (text) => {
      if (known.size < mostFromAnswers) add(...findSecrets(text).slice(0, mostFromAnswers));
    },
    redact: (text) => {
      // The longest first, because a secret may contain another one.
      patterns ??= [...known]
        .toSorted(([one], [other]) => other.length - one.length)
        .map(([value, replacement]) => [patternOf(value), replacement]);
      return patterns.reduce((rest, [pattern, replacement]) => rest.replaceAll(pattern, () => replacement), text);
    },
  };
}

/** Matches a value as it is, with any of its characters escaped as in JSON, URLs, forms or HTML, and in base64 without padding. */
function patternOf(value: string): RegExp {
  const bytes = Buffer.from(value);
  const base64 = [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')].map(escapePattern);
  return new RegExp([[...value].map(signPattern).join(''), ...base64].join('|'), 'gu');
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Matches a character as it is or escaped; a letter or a digit as it is. */
function signPattern(sign: string): string {
  if (/[A-Za-z0-9]/.test(sign)) return sign;
  const code = sign.codePointAt(0) ?? 0;
  const hexOf = (number: number, length: number) =>
    number
      .toString(16)
      .padStart(length, '0')
      .replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const inUrl = [...Buffer.from(sign)].map((byte) => `%(?:25)?${hexOf(byte, 2)}`).join('');
  const inHtml = [`&#0*${code};`, `&#[xX]0*${hexOf(code, 1)};`, escapePattern(escapeHtml(sign))];
  const inJson = [`\\\\u${hexOf(code, 4)}`, `\\\\?${escapePattern(sign)}`];
  return `(?:${[...inJson, inUrl, ...inHtml, ...(sign === ' ' ? ['\\+'] : [])].join('|')})`;
}

/** Finds the values of secret fields in JSON, which may be malformed, or cut off after a part of the last one. */
const findSecrets = (text: string): string[] =>
  [...text.matchAll(/"([^"\\]+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)|([\d.]+))/g)].flatMap(
    ([, name = '', value = '', number]) =>
      secretFields.has(name) ? [number ?? String(parseJson(`"${value}"`) ?? value)] : [],
  );

/** Adds the inputs by their variables, without the client ID, which is in every checkout URL. */
export function addInputs(
  secrets: Secrets,
  { credentials, control, administratorPhone, hiddenValues = {} }: Deployment,
): void {
  for (const [variable, value] of Object.entries(hiddenValues)) secrets.addNamed(variable, value);
  const { clientId: _, ...secret } = { ...credentials, controlToken: control?.controlToken, administratorPhone };
  for (const [name, value] of Object.entries(secret)) secrets.addNamed(variableOf(name), value);
  const { clientId, clientSecret } = credentials;
  // The content of `Authorization: Basic`.
  if (clientId !== undefined && clientSecret !== undefined) secrets.add(`${clientId}:${clientSecret}`);
}
