/** The secrets of a text, one a line. White space around a secret is left out. */
export const parseSecrets = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
