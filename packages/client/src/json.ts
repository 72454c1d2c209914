/** Whether a value is a string that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value is an object, but not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/**
 * Whether a value can be an ID in a path. A missing ID or a dot segment would reach another endpoint; a number above 2^53 is inexact,
 * so it may be another ID.
 */
export const isPathId = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isSafeInteger(value) : isText(value) && !/^\.\.?$/.test(value);

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
