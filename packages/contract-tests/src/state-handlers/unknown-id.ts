/**
 * An id of the same form that most likely no record has; a service may refuse another form for that alone. It differs in its
 * first digit, because with counted ids a change of the last digit may hit the next record. Without a digit, it differs in its
 * last letter.
 */
export function toUnknownId(id: string): string {
  const digit = /\d/.exec(id);
  if (digit) return replaceAt(id, digit.index, digit[0] === '9' ? '8' : String(Number(digit[0]) + 1));
  const last = id.length - 1;
  return replaceAt(id, last, id[last] === 'a' ? 'b' : 'a');
}

const replaceAt = (text: string, index: number, letter: string): string =>
  text.slice(0, index) + letter + text.slice(index + 1);
