/** How deep a request and an answer may be nested: far above any of the document. Our choice: not shown. */
export const deepestJson = 100;

/** Whether a value is nested deeper than that. Walks without recursion, so that no nesting overflows the stack. */
export function isTooDeep(root: unknown): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; depth <= deepestJson; depth++) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
