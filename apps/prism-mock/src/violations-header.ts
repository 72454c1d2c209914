import type { Reason } from './refusal.ts';

/** Node's clients refuse answers with more than 16 KiB of headers. */
const lengthLimit = 8 * 1024;

/**
 * The header in which Prism says what is wrong with a request. The code is the id of the broken rule. Holds as many violations
 * as fit.
 */
export function toViolationsHeader(reasons: Reason[]): Record<string, string> {
  const entries: string[] = [];
  let length = 0;
  for (const reason of reasons) {
    const entry = toEntry(reason);
    length += entry.length + 1;
    if (length > lengthLimit) break;
    entries.push(entry);
  }
  return entries.length === 0 ? {} : { 'sl-violations': `[${entries.join(',')}]` };
}

function toEntry({ location, rule: code, message }: Reason): string {
  const text = JSON.stringify({ location, severity: 'Error', code, message });
  // A key that the caller chose, such as a milestone id, may hold characters that a header may not.
  return text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
