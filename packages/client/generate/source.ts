/** TypeScript source, such as a call, which {@link source} inserts unchanged. */
export class Source {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Longer objects take a line for each property. */
const longestLine = 100;

/** A value as TypeScript source. Properties that are undefined are left out. */
export function source(value: unknown): string {
  if (value instanceof Source) return value.text;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(source).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => `${keyOf(name)}: ${source(content)}`);
  if (entries.length === 0) return '{}';
  const line = `{ ${entries.join(', ')} }`;
  return line.length <= longestLine && !line.includes('\n') ? line : `{\n${entries.join(',\n')},\n}`;
}

/** The call of a function of the client as TypeScript source. Trailing arguments that are undefined are left out. */
export function callOf(name: string, ...given: unknown[]): Source {
  const last = given.findLastIndex((argument) => argument !== undefined);
  const listed = given.slice(0, last + 1).map(source);
  return new Source(`kit.${name}(${listed.join(', ')})`);
}
