import ts from 'typescript';

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

/** The call of a function of the client as TypeScript source. A last argument that is undefined is left out. */
export function callOf(name: string, ...given: unknown[]): Source {
  const listed = given.at(-1) === undefined ? given.slice(0, -1) : given;
  return new Source(`kit.${name}(${listed.map(source).join(', ')})`);
}

/** Texts as a union type. */
export const unionOf = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(' | ');

/** TypeScript source with its lines indented. */
export const formatSource = (text: string): string =>
  ts.createPrinter().printFile(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest));
