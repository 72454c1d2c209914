import { isText } from './is-text.ts';

/** Whether a value can stand for an id in a path: one that is missing, or a dot segment, would reach another endpoint. */
export const isPathId = (value: unknown): value is string | number =>
  typeof value === 'number' ? Number.isInteger(value) : isText(value) && !/^\.\.?$/.test(value);
