const longestText = 400;

/** At most 400 characters in one line, without control characters, which a terminal would obey. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}
