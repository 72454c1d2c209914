/** Reads the parameters of a path that matches a template, decoded. The escapes of the path must be well-formed. */
export function matchPathParameters(template: string, path: string): Record<string, string> {
  const values = path.split('/');
  const pairs = template.split('/').flatMap((segment, index) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, decodeURIComponent(values[index] ?? '')]];
  });
  return Object.fromEntries(pairs);
}
