/**
 * A body of which no shape is shown, as the fields of a record: those of an object, none where there is no body, and any other
 * JSON under the name `body`. Our choice: not shown (UAPI-7, LEGACY-3).
 */
export function fieldsOfBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? (body as Record<string, unknown>) : { body };
}
