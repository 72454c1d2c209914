import { escapeHidden } from '../deployment/escape-hidden.ts';

/** Tells the user something beside the report. */
export function say(line: string): void {
  process.stderr.write(`${escapeHidden(line)}\n`);
}
