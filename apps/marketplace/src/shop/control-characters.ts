/**
 * Line breaks and other control characters (NUL, U+0085, U+2028), and bidirectional overrides. The joiners that Persian and Arabic
 * names need (U+200C, U+200D) are not among them.
 */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/u;

export const hasControlCharacters = (text: string): boolean => controlCharacters.test(text);

/** The text on one line, with a space for each run of control characters. */
export const withoutControlCharacters = (text: string): string =>
  text.replaceAll(new RegExp(controlCharacters, 'gu'), ' ');
