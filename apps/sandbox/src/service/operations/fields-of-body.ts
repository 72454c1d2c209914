import { isObject } from '../../domain/require-shape.ts';

/**
 * A body whose shape is not shown, as the fields of a record: the fields of an object, none without a body, and any other JSON
 * as the field `body`. Our choice: not shown (UAPI-7, LEGACY-3).
 */
export function fieldsOfBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  return isObject(body) ? body : { body };
}
