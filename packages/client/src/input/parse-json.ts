/** The value of a JSON text; undefined for any other text. Drops the parser's error, because it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
