import { adaptValue } from './adapt-value.ts';
import { openApiDocument as document } from './open-api-document.ts';
import type { ServiceOperation } from './operations.ts';

/** The header parameters that each request of an operation needs, which only overlays add, with their examples. */
export function requiredHeadersOf({ parameters }: Pick<ServiceOperation, 'parameters'>): Record<string, string> {
  const needed = parameters.filter(({ in: place, required }) => place === 'header' && required);
  return Object.fromEntries(
    needed.map(({ name, example, schema }) => [name, String(example ?? adaptValue(undefined, schema, { document }))]),
  );
}
