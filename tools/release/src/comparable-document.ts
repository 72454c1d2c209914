import { type OpenApiDocument, withForbiddenProperties } from '@escrow-kit/spec';

/**
 * Normalizes a document for comparison: forbidden fields become properties, `4XX` becomes `default`, and the width of an integer, which
 * is for generators only, is left out. So writing the same rule in another way does not count as a change.
 */
export function comparableDocument(document: OpenApiDocument): OpenApiDocument {
  const copy: OpenApiDocument = JSON.parse(JSON.stringify(document, withoutWidth));
  const schemas = copy.components?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = withForbiddenProperties(schema);
  for (const responses of responsesIn(copy)) {
    const { '4XX': refusals } = responses;
    if (!refusals || responses['default']) continue;
    responses['default'] = refusals;
    delete responses['4XX'];
  }
  return copy;
}

const withoutWidth = (key: string, value: unknown) => (key === 'format' && value === 'int64' ? undefined : value);

function responsesIn({ paths = {} }: OpenApiDocument): Record<string, unknown>[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as { responses?: object }[]);
  return operations.flatMap(({ responses }) => (responses ? [responses as Record<string, unknown>] : []));
}
