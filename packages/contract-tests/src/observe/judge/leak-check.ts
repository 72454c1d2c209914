/** Says whether a text that would be kept tells something of a secret of the same exchange. */
export type LeakCheck = (text: string) => boolean;

/** So many characters in common tell a part of a secret; of digits alone fewer do, as phone numbers are short. */
const commonCharacters = 8;
const commonDigits = 6;

/** Fewer different characters in common tell nothing: an amount and a phone number both have zeros. */
const differentCharacters = 3;

/** Shorter secrets tell something only if they are a whole word. */
const shortestPart = 4;

/** With more characters of secrets than this, every text counts as a leak: an exchange with so many is no ordinary one. */
const mostCharacters = 32_768;

/**
 * Creates the check. It finds a secret as it is and as URLs, base64 and hex write it, whole or in part, in any case and with any
 * separators.
 */
export function createLeakCheck(secrets: ReadonlySet<string>): LeakCheck {
  const length = [...secrets].reduce((sum, secret) => sum + secret.length, 0);
  if (length > mostCharacters) return () => true;
  let known: KnownParts | undefined;
  return (text) => {
    known ??= partsOf(secrets);
    return tells(known, text) || (text.includes('%') && tells(known, decode(text)));
  };
}

interface KnownParts {
  /** Whole secrets. */
  words: Set<string>;
  /** Those too short for `parts`. */
  short: string[];
  /** Everything in secrets that is long enough to tell something. */
  parts: Set<string>;
}

function partsOf(secrets: ReadonlySet<string>): KnownParts {
  const known: KnownParts = { words: new Set(), short: [], parts: new Set() };
  for (const secret of secrets) {
    const plain = toPlain(secret);
    known.words.add(plain);
    if (plain.length >= shortestPart && plain.length < commonCharacters) known.short.push(plain);
    for (const form of formsOf(secret)) for (const part of listParts(toPlain(form))) known.parts.add(part);
  }
  return known;
}

function tells({ words, short, parts }: KnownParts, text: string): boolean {
  const plain = toPlain(text);
  if (plain === '') return false;
  if (words.has(plain) || short.some((secret) => plain.includes(secret))) return true;
  if (text.split(separators).some((word) => word.length > 2 && words.has(word.toLowerCase()))) return true;
  return listParts(plain).some((part) => parts.has(part));
}

const separators = /[^\p{L}\p{N}]+/u;

const toPlain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

function listParts(plain: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start + commonDigits <= plain.length; start += 1) {
    const digits = plain.slice(start, start + commonDigits);
    if (/^\d+$/.test(digits) && isTelling(digits)) parts.push(digits);
    const part = plain.slice(start, start + commonCharacters);
    if (part.length === commonCharacters && isTelling(part)) parts.push(part);
  }
  return parts;
}

const isTelling = (part: string): boolean => new Set(part).size >= differentCharacters;

/** How an answer may write a secret. In base64, it depends on the place in its three bytes; what its neighbours decide is left out. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64url')
      .slice(offset === 0 ? 0 : 4, -1),
  );
  return [secret, encodeURIComponent(secret.toWellFormed()), bytes.toString('hex'), ...inBase64];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
