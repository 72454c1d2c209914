export const highestPort = 65_535;

/** The port that a text stands for, 0 for a free one; undefined if it is no port. */
export function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= highestPort ? port : undefined;
}
