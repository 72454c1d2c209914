import { createDocument } from './create-document.ts';
import { fileOf, topics } from './sources.ts';

/** The document, and what code needs of it: the route of each call, and each schema by its name. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const { paths, components, ...rest } = createDocument();
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]) => `  ${operationId}: '${method.toUpperCase()} ${path}',`),
  );
  const schemas = Object.keys(components.schemas).map((name) => `  ${name}: ${fileOf(name)}.${name};`);
  const names = [...topics.map(({ name }) => name), 'shared'];
  const source = [
    '// Generated from src/calls by `pnpm generate`. Not to be edited.',
    ...names.map((name) => `import type * as ${name} from '../calls/${name}.ts';`),
    '',
    '/** Every call of the control API by its id. */',
    'export interface ControlCalls',
    `  extends ${topics.map(({ name, interfaceName }) => `${name}.${interfaceName}`).join(',\n    ')} {}`,
    '',
    "/** Every schema of the control API's document by its name. */",
    'export interface ControlSchemas {',
    ...schemas,
    '}',
    '',
    '/** The route of each call: its method and its path, with placeholders in braces. */',
    "export const routes: { readonly [Id in keyof ControlCalls]: ControlCalls[Id]['route'] & shared.Route } = {",
    ...routes,
    '};',
    '',
  ].join('\n');
  return [
    { url: new URL('../openapi.bundle.json', import.meta.url), text: `${toText({ ...rest, paths, components })}\n` },
    { url: new URL('../src/generated/control.ts', import.meta.url), text: source },
  ];
}

/** Writes JSON with a line for each operation and each schema. */
function toText(value: unknown, depth = 3, indent = ''): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(([key, entry]) => `${inner}"${key}": ${toText(entry, depth - 1, inner)}`);
  return `{\n${entries.join(',\n')}\n${indent}}`;
}
