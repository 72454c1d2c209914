/**
 * Fills the placeholders of a path with URL-encoded values. Throws if a value is missing or empty, because the path would lead to
 * another operation.
 */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') throw new Error(`The path ${path} needs a value for ${name}.`);
    return encodeURIComponent(String(value));
  });
}
