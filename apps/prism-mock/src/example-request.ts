import { type Operation, openApiDocument, type Parameter, type PathItem, type Reference } from '@escrow-kit/spec';
import type { PrismRequest } from './prism-request.ts';

/** Where an operation stands in the document. */
export interface OperationPlace {
  method: string;
  path: string;
  item: PathItem;
  operation: Operation;
}

/** Builds a valid request to an operation from the examples of the document. */
export function createExampleRequest({ method, path, item, operation }: OperationPlace): PrismRequest {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(toParameter);
  const [scheme] = operation.security.flatMap((requirement) => Object.keys(requirement));
  const token = openApiDocument.components.securitySchemes[scheme ?? '']?.['x-example-token'];
  const { mediaType, body } = createBody(operation);
  return {
    method,
    path: fillPath(path, parameters),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(mediaType !== undefined && { 'content-type': mediaType }),
    },
    body,
  };
}

function fillPath(template: string, parameters: Parameter[]): string {
  const exampleOf = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example);
  const path = template.replaceAll(/\{(\w+)\}/g, (_braces, name) => encodeURIComponent(exampleOf(name)));
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query = new URLSearchParams(inQuery.map(({ name }): [string, string] => [name, exampleOf(name)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

function createBody({ requestBody }: Operation): { mediaType?: string; body: string } {
  const [mediaType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (mediaType === undefined) return { body: '' };
  const value = Object.values(content?.examples ?? {})[0]?.value;
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  const body = isForm ? String(new URLSearchParams(value as Record<string, string>)) : JSON.stringify(value);
  return { mediaType, body };
}

function toParameter(parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = openApiDocument.components.parameters[parameter.$ref.replace('#/components/parameters/', '')];
  if (!found) throw new Error(`The document has nothing at ${parameter.$ref}.`);
  return found;
}
