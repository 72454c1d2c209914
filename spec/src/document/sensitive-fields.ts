import { baseDocument } from './base-document.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { nodesOf, resolveIn } from './document-parts.ts';
import { hasOverlays, openApiDocument } from './open-api-document.ts';

/** A field that is never logged. */
type Sensitivity = NonNullable<Schema['x-sensitive']>;

/**
 * What is never logged, by the names of properties and parameters: what `x-sensitive` marks anywhere in the document of this process,
 * or in the document without overlays, whatever they make of it.
 */
export const sensitiveFields: ReadonlyMap<string, Sensitivity> = new Map(
  [baseDocument, ...(hasOverlays ? [openApiDocument] : [])]
    .flatMap(marksIn)
    // Of two marks of a name, the last one counts.
    .sort(([, one], [, other]) => (one === other ? 0 : one === 'personal' ? -1 : 1)),
);

function marksIn(document: OpenApiDocument): [string, Sensitivity][] {
  return nodesOf(document).flatMap(({ keys, node }): [string, Sensitivity][] => {
    const isProperty = keys.at(-2) === 'properties';
    const name = isProperty ? keys.at(-1) : 'in' in node ? node['name'] : undefined;
    const schema = isProperty ? node : node['schema'];
    if (typeof name !== 'string' || typeof schema !== 'object' || schema === null) return [];
    const { 'x-sensitive': mark } = resolveIn(document, schema as Schema) ?? {};
    return mark ? [[name, mark]] : [];
  });
}
