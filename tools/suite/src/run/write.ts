// A run continues to its end even if nothing reads its output.
process.stdout.on('error', () => {});

/** Writes to the standard output. */
export function write(text: string): void {
  process.stdout.write(text);
}
