import { isObject } from '../rules/guards.ts';

/** How deep a request or an answer may be nested: far deeper than any in the document. Our choice: not shown. */
export const deepestJson = 100;

/** Whether a value is nested deeper than that. It does not recurse, so no nesting overflows the stack. */
export function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= deepestJson; depth++) {
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
