// A run goes on to its end when nobody reads what it prints.
process.stdout.on('error', () => {});

/** Writes to the standard output. */
export function write(text: string): void {
  process.stdout.write(text);
}
