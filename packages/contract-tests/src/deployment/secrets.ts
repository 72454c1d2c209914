import { openApiDocument, type Schema } from '@escrow-kit/spec';
import { parseJson } from './parse-json.ts';

/** Knows what must never be shown, and takes it out of texts. */
export interface Secrets {
  /** Adds values that are secret from now on. */
  learn(...values: (string | undefined)[]): void;
  /** Adds what the document calls a secret in a JSON body. */
  learnFromBody(text: string): void;
  /** Replaces every secret that was learnt, also where it is URL-encoded. */
  redact(text: string): string;
}

/** What stands in place of a secret. */
const replacement = '[redacted]';

/** Shorter values are no secrets, and would tear holes into the report. */
const shortestSecret = 4;

const secretFields = new Set(
  Object.values(openApiDocument.components.schemas).flatMap(({ properties = {} }: Schema) =>
    Object.keys(properties).filter((name) => properties[name]?.['x-sensitive'] === 'secret'),
  ),
);

/** Creates an empty keeper of secrets. */
export function createSecrets(): Secrets {
  const known = new Set<string>();
  const learn = (...values: (string | undefined)[]): void => {
    for (const value of values) {
      if (value === undefined || value.length < shortestSecret) continue;
      known.add(value).add(encodeURIComponent(value)).add(JSON.stringify(value).slice(1, -1));
    }
  };
  return {
    learn,
    learnFromBody: (text) => learn(...findSecrets(parseJson(text))),
    redact: (text) => {
      // The longest first, so that nothing is left of one that contains another.
      const longestFirst = [...known].toSorted((one, other) => other.length - one.length);
      return longestFirst.reduce((redacted, secret) => redacted.replaceAll(secret, replacement), text);
    },
  };
}

function findSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    secretFields.has(name) && typeof member !== 'object' ? [String(member)] : findSecrets(member),
  );
}
