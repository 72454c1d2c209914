import type { OpenApiDocument, Parameter, Reference } from '@escrow-kit/spec';

/**
 * The document for Prism, which checks requests by it, and answers only those that it accepts. The mock sends the examples of the
 * document, so what has no example, as in operations that overlays add, is not asked for.
 */
export function toPrismDocument(service: OpenApiDocument): OpenApiDocument {
  const document = structuredClone(service);
  for (const parameter of Object.values(document.components.parameters)) loosenParameter(parameter);
  for (const { servers, parameters = [], ...operations } of Object.values(document.paths)) {
    for (const parameter of parameters) loosenParameter(parameter);
    for (const operation of Object.values(operations)) {
      for (const parameter of operation.parameters ?? []) loosenParameter(parameter);
      const contents = Object.values(operation.requestBody?.content ?? {});
      if (contents.some(({ examples }) => examples === undefined)) delete operation.requestBody;
    }
  }
  return document;
}

function loosenParameter(parameter: Parameter | Reference): void {
  if ('$ref' in parameter || parameter.example !== undefined) return;
  parameter.schema = {};
  parameter.required = parameter.in === 'path';
}
