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
  /** Replaces every known secret, as it is and as URLs, forms, JSON, HTML and base64 write it. */
  redact(text: string): string;
}

/** Replaces a secret without a variable. */
export const redacted = '[redacted]';

/** Shorter values are not secrets, and would redact ordinary text. */
const shortestSecret = 4;

const secretFields = new Set([...sensitiveFields].flatMap(([name, kind]) => (kind === 'secret' ? [name] : [])));

/** Creates an empty collection of secrets. */
export function createSecrets(): Secrets {
  const known = new Map<string, string>();
  const put = (value: string, replacement: string): void => {
    if (value.length < shortestSecret) return;
    for (const form of formsOf(value)) known.set(form, replacement);
  };
  const add = (...values: (string | undefined)[]): void => {
    for (const value of values) if (value !== undefined && !known.has(value)) put(value, redacted);
  };
  return {
    add,
    addNamed: (variable, value) => {
      if (value !== undefined) put(value, `[${variable}]`);
    },
    addFromBody: (text) => add(...findSecrets(text)),
    redact: (text) => {
      // The longest first, because a secret may contain another one.
      const longestFirst = [...known].toSorted(([one], [other]) => other.length - one.length);
      return longestFirst.reduce((rest, [secret, replacement]) => rest.replaceAll(secret, replacement), text);
    },
  };
}

/** How an answer may write a value. What pads base64 tells nothing, and may stay. */
function formsOf(value: string): string[] {
  const html = escapeHtml(value);
  const bytes = Buffer.from(value);
  return [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ value }).toString().slice('value='.length),
    JSON.stringify(value).slice(1, -1),
    html,
    html.replaceAll("'", '&#39;'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}

/** Finds the values of secret fields in JSON, which may be malformed, or cut off after a part of the last one. */
const findSecrets = (text: string): string[] =>
  [...text.matchAll(/"([^"\\]+)"\s*:\s*(?:"((?:[^"\\]|\\.)*)|([\d.]+))/g)].flatMap(
    ([, name = '', value = '', number]) =>
      secretFields.has(name) ? [number ?? String(parseJson(`"${value}"`) ?? value)] : [],
  );

/** Adds the inputs that must not be shown, by their variables: all but the client id, which is in every checkout URL. */
export function addInputs(
  secrets: Secrets,
  { credentials, control, administratorPhone, hiddenValues = {} }: Deployment,
): void {
  for (const [variable, value] of Object.entries(hiddenValues)) secrets.addNamed(variable, value);
  const { clientId: _, ...secret } = { ...credentials, controlToken: control?.controlToken, administratorPhone };
  for (const [name, value] of Object.entries(secret)) secrets.addNamed(variableOf(name), value);
  const { clientId, clientSecret } = credentials;
  // What `Authorization: Basic` holds.
  if (clientId !== undefined && clientSecret !== undefined) secrets.add(`${clientId}:${clientSecret}`);
}
