/** Characters that a terminal obeys instead of showing: controls, direction marks and line separators. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`;

/** Makes hidden characters visible, each as `\u{202e}`. Line feeds stay. */
export const escapeHidden = (text: string): string =>
  text.replace(hidden, (character) => (character === '\n' ? character : escaped(character)));
