import { openApiDocument, resolveReference } from '@escrow-kit/spec';
import { defaultCredentials } from '../domain/credentials.ts';
import { isObject } from '../domain/require-shape.ts';
import { redacted, redactUrl, secretPattern } from '../request-log/redact.ts';

/** A tool of the server. */
export interface Tool {
  name: string;
  /** When to use it, and what it returns. */
  description: string;
  /** The JSON Schemas of its arguments. */
  properties: Record<string, object>;
  /** Default: all of them. */
  required?: string[];
  /** Whether it changes something. Default: false. */
  isWrite?: boolean;
  /** Gets arguments that match these schemas. A result with a `refusal` is an error, and so is what it throws. */
  run(input: never): unknown;
}

/** A part of a document with what it refers to in place of references. */
export const inlineReferences = <Part>(part: Part, document: object = openApiDocument): Part =>
  JSON.parse(JSON.stringify(part, (_key, node) => (node?.$ref ? resolveReference(node.$ref, document) : node)));

const { tokens, clientSecret, webhookSecret } = defaultCredentials;

/** The default tenant's secrets, public as they are. */
export const knownSecrets: readonly string[] = [...Object.values(tokens), clientSecret, webhookSecret];

const longestText = 20_000;

/** A result as a tool shows it: without secrets, known ones and these, and cut if it is too long. */
export function toText(value: unknown, secrets: readonly string[] = []): string {
  const hide = (text: string) =>
    [...knownSecrets, ...secrets].reduce((rest, one) => rest.replaceAll(one, redacted), hidePatterns(text));
  const text = JSON.stringify(value, (_key, member) => {
    if (typeof member === 'string') return hide(member);
    if (!isObject(member)) return member;
    return Object.fromEntries(Object.entries(member).map(([name, part]) => [hide(name), part]));
  });
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText).toWellFormed()}\n[Cut after ${longestText} of ${text.length} characters.]`;
}

function hidePatterns(text: string): string {
  const shown = /^https?:\/\/\S+$/i.test(text) ? redactUrl(text) : text;
  return shown
    .replaceAll(secretPattern, redacted)
    .replaceAll(/([?&](?:ticket|userTokenUrl)=)[^&#\s]+/gi, `$1${redacted}`);
}
