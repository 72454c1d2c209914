/** Characters that a terminal obeys instead of showing (controls, direction marks, line separators), and halves and holes of Unicode. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The longest quotation, in characters. */
const longestQuotation = 400;

/**
 * Writes foreign text on one line, with hidden characters made visible: `\n`, `\u{202e}`. So no terminal obeys it, and no line of it
 * begins a command of a pipeline.
 */
export const toOneLine = (text: string): string =>
  text.replace(hidden, (character) => shortEscapes[character] ?? escapeCharacter(character));

/** Makes hidden characters visible, as `toOneLine` does, in text of our own that has several lines. */
export const escapeHidden = (text: string): string =>
  text.replace(hidden, (character) => (character === '\n' ? character : escapeCharacter(character)));

const escapeCharacter = (character: string): string =>
  `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`;

/** Writes at most 400 characters of foreign text on one line. Redact it first: a secret that was cut is not found. */
export function shorten(text: string): string {
  const line = toOneLine(text);
  return line.length > longestQuotation ? `${line.slice(0, longestQuotation)}…` : line;
}

/** Escapes what HTML and XML do not take as text, in elements and in attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Writes JSON in lines, with hidden characters escaped as JSON does, each half of a pair by itself. */
export function toJson(value: unknown): string {
  const escapeUnits = (character: string): string =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(hidden, (character) => (character === '\n' ? character : escapeUnits(character)))}\n`;
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Calls a function once for each argument, and returns what it returned then. */
export function memoize<Argument, Result>(create: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const result = known.get(argument) ?? create(argument);
    known.set(argument, result);
    return result;
  };
}
