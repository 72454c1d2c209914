import { createDocument } from './create-document.ts';
import { fileOf, topics } from './sources.ts';

/** The document, and what code needs of it: the route of each call, and each schema by its name. */
export async function generatedFiles(): Promise<{ url: URL; text?: string; value?: unknown }[]> {
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
    '/** Every call of the control API by its ID. */',
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
    { url: new URL('../openapi.bundle.json', import.meta.url), value: { ...rest, paths, components } },
    { url: new URL('../src/generated/control.ts', import.meta.url), text: source },
  ];
}
