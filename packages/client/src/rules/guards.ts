/** Whether a value is a string that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a value is an object, but not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value);

/**
 * Whether a value can be an id in a path. A missing id or a dot segment would reach another endpoint; a number above 2^53 is inexact,
 * so it may be another id.
 */
export const isPathId = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isSafeInteger(value) : isText(value) && !/^\.\.?$/.test(value);
