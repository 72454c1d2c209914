import { onTestFinished, vi } from 'vitest';

/** Keeps stderr quiet until the test has ended, and collects the lines that are written there. */
export function watchStderr(): string[] {
  const lines: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(...String(text).trimEnd().split('\n'));
    return true;
  });
  onTestFinished(() => void stderr.mockRestore());
  return lines;
}
