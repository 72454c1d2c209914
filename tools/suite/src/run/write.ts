// A run continues even if its output is closed.
process.stdout.on('error', () => {});

export function write(text: string): void {
  process.stdout.write(text);
}
