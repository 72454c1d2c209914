/** What a terminal obeys instead of showing it: controls, marks that turn the direction of a text, and separators of lines. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`;

/** A text that shows what is in it: hidden characters are written as `\u{202e}`. Line feeds stay. */
export const escapeHidden = (text: string): string =>
  text.replace(hidden, (character) => (character === '\n' ? character : escaped(character)));
