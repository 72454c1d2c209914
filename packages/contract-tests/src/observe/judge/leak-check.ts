/** Says whether a text that would be kept tells something of a secret of the same exchange. */
export type LeakCheck = (text: string) => boolean;

/** So many characters in common tell a part of a secret; of digits alone fewer do, as phone numbers are short. */
const commonCharacters = 8;
const commonDigits = 6;

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
    known.words.add(toPlain(secret));
    for (const plain of formsOf(secret).map(toPlain)) {
      if (plain.length >= shortestPart && plain.length < commonCharacters) known.short.push(plain);
      for (const part of listParts(plain)) known.parts.add(part);
    }
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

/** Each part that is long enough, from every place. */
function listParts(plain: string): string[] {
  const parts: string[] = [];
  let digits = 0;
  for (let end = 1; end <= plain.length; end += 1) {
    digits = isDigit(plain.charCodeAt(end - 1)) ? digits + 1 : 0;
    if (digits >= commonDigits) parts.push(plain.slice(end - commonDigits, end));
    if (end >= commonCharacters) parts.push(plain.slice(end - commonCharacters, end));
  }
  return parts.filter(isTelling);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Whether a part has three different characters: an amount and a phone number both have zeros. */
function isTelling(part: string): boolean {
  const first = part.charCodeAt(0);
  let second = first;
  for (let place = 1; place < part.length; place += 1) {
    const other = part.charCodeAt(place);
    if (other === first || other === second) continue;
    if (second !== first) return true;
    second = other;
  }
  return false;
}

/** How an answer may write a secret. In base64, that depends on the place in its three bytes; what the neighbours decide is left out. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 2, 3].map((start, offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64url');
    return text.slice(start, text.length % 4 === 0 ? undefined : -1);
  });
  return [secret, bytes.toString('hex'), ...inBase64];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
