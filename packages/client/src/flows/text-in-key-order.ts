import { isRecord } from '../rules/is-record.ts';

/** A JSON value as text, with the keys of its objects in order: the same content is the same text. */
export const textInKeyOrder = (value: unknown): string => JSON.stringify(inKeyOrder(value)) ?? '';

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inKeyOrder(value[name])]));
}
