/** The name of a schema or parameter that a reference of the document points to. */
export const schemaNameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A value as TypeScript source. */
export function source(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, content]) => `${keyOf(name)}: ${source(content)}`)
    .join(', ')} }`;
}
