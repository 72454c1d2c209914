/**
 * An id of the same form, which most likely nothing has: a service may refuse one of another form for that alone. Its first
 * digit is another, rather than its last, since the next of ids that are counted may be there. Without a digit, its last
 * letter is.
 */
export function toUnknownId(id: string): string {
  const digit = /\d/.exec(id);
  if (digit) return replaceAt(id, digit.index, digit[0] === '9' ? '8' : String(Number(digit[0]) + 1));
  const last = id.length - 1;
  return replaceAt(id, last, id[last] === 'a' ? 'b' : 'a');
}

const replaceAt = (text: string, index: number, letter: string): string =>
  text.slice(0, index) + letter + text.slice(index + 1);
