/** Whether a value is a string that is not empty. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Whether a value is an object with named properties, not an array and not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  !!value && typeof value === 'object' && !Array.isArray(value);

/**
 * Whether a value can stand for an id in a path: one that is missing, or a dot segment, would reach another endpoint. A number
 * above 2^53 may stand for several ids.
 */
export const isPathId = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isSafeInteger(value) : isText(value) && !/^\.\.?$/.test(value);
