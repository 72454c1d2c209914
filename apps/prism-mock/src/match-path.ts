/**
 * Reads the parameters of a path, decoded; undefined if the path does not match the template. As in Prism, a parameter may be
 * empty. The escapes of the path must be well-formed.
 */
export function matchPath(template: string, path: string): Record<string, string> | undefined {
  const segments = template.split('/');
  const values = path.split('/').map(decodeURIComponent);
  if (segments.length !== values.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = values[index] as string;
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name !== undefined) parameters[name] = value;
    else if (segment !== value) return undefined;
  }
  return parameters;
}
