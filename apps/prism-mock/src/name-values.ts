/** Turns a query or a form into an object, in which a repeated name has all its values. */
export function toNameValues(parameters: URLSearchParams): Record<string, string | string[]> {
  const pairs = [...new Set(parameters.keys())].map((name): [string, string | string[]] => {
    const values = parameters.getAll(name);
    return [name, values.length === 1 ? (values[0] as string) : values];
  });
  return Object.fromEntries(pairs);
}
