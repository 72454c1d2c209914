import { openParts } from '../../src/document/document.ts';
import type { Rule } from '../redocly.ts';

const known: readonly unknown[] = openParts;

/** `x-not-shown` says for people, and `x-open` as data, what the service leaves open: neither stands alone. */
export const openPartsRule: Rule = () => ({
  any: {
    enter(node, { report, location }) {
      const listed = node?.['x-open'];
      if (listed === undefined && node?.['x-not-shown'] === undefined) return;
      if (listed === undefined) report({ message: 'Say as x-open, too, what is not shown.', location: location.key() });
      else if (node['x-not-shown'] === undefined) {
        report({ message: 'Say as x-not-shown, too, what is open.', location: location.child(['x-open']) });
      } else if (!isListOfParts(listed)) {
        const message = `x-open is a list, without repeats, of ${openParts.join(', ')}.`;
        report({ message, location: location.child(['x-open']) });
      }
    },
  },
});

function isListOfParts(listed: unknown): boolean {
  if (!Array.isArray(listed) || listed.length === 0) return false;
  return new Set(listed).size === listed.length && listed.every((part) => known.includes(part));
}
