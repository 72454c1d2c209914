export const highestPort = 65_535;

/** Reads a port, or 0 for a free one; undefined if the text is not a port. */
export function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d{1,5}$/.test(text) && port <= highestPort ? port : undefined;
}
