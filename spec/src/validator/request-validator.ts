import {
  type OpenApiDocument,
  type Operation,
  openApiDocument,
  type Parameter,
  type PathItem,
  type Reference,
  type Schema,
} from '../document.ts';
import { resolveReference } from './resolve-reference.ts';
import { compile, type Validate } from './schema-validator.ts';
import type { Violation } from './violation.ts';

/** A request to judge. Parameters may be text, as they arrive; the body is parsed, a form into an object. */
export interface RequestParts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** With lower-case names. */
  header?: Record<string, unknown>;
  body?: unknown;
}

/** A violation, and the part of the request that it is in. */
export interface RequestViolation extends Violation {
  in: 'path' | 'query' | 'header' | 'body';
}

/** A document of operations, of which the service's is one. */
export type OperationDocument = Pick<OpenApiDocument, 'paths'> & Partial<OpenApiDocument>;

const places = ['path', 'query', 'header'] as const;

/**
 * Compiles what an operation asks of its path, query, headers and body, of each of which the first 100 violations are
 * listed. An absent body is a violation only where the
 * document requires one. `document` is another one to find the operation in; default: the service's. Throws where the
 * document has no such operation.
 */
export function createRequestValidator(
  operationId: string,
  document: OperationDocument = openApiDocument,
): (request: RequestParts) => RequestViolation[] {
  const { pathItem, operation } = findOperation(operationId, document);
  const parameters = [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    toParameter(parameter, document),
  );
  const checkPlaces = places.map((place) => ({ place, check: parameterValidator(parameters, { place, document }) }));
  const checkBody = bodyValidator(operation, document);
  return (request) => [
    ...checkPlaces.flatMap(({ place, check }) => located(place, check(request[place]))),
    ...located('body', checkBody(request.body)),
  ];
}

function located(place: RequestViolation['in'], violations: Violation[]): RequestViolation[] {
  return violations.map((violation) => ({ in: place, ...violation }));
}

function findOperation(operationId: string, document: OperationDocument): { pathItem: PathItem; operation: Operation } {
  for (const pathItem of Object.values({ ...document.paths, ...document['x-webhooks'] })) {
    for (const member of Object.values(pathItem)) {
      const operation = member as Operation;
      if (operation.operationId === operationId) return { pathItem, operation };
    }
  }
  throw new Error(`The document has no operation ${operationId}.`);
}

function toParameter(parameter: Parameter | Reference, document: OperationDocument): Parameter {
  return '$ref' in parameter ? (resolveReference(parameter.$ref, document) as Parameter) : parameter;
}

/** Parameters arrive as text, so that numbers among them are read from text. */
function parameterValidator(
  parameters: Parameter[],
  { place, document }: { place: (typeof places)[number]; document: OperationDocument },
): Validate {
  const nameOf = ({ name }: Parameter): string => (place === 'header' ? name.toLowerCase() : name);
  const own = parameters.filter((parameter) => parameter.in === place);
  const schema: Schema = {
    type: 'object',
    'x-constraints': Object.fromEntries(own.flatMap((parameter) => statementsOf(parameter, nameOf(parameter)))),
    required: own.filter(({ required }) => required).map(nameOf),
    properties: Object.fromEntries(own.map((parameter) => [nameOf(parameter), parameter.schema])),
  };
  const check = compile(schema, { coerceTypes: true, document });
  return (values) => check({ ...(values as object | undefined) });
}

/** What a parameter's being required states, as the schema of all parameters says it. */
function statementsOf({ schema, 'x-constraints': constraints }: Parameter, name: string): [string, string][] {
  const rule = constraints?.['required'] ?? schema['x-rules']?.[0];
  return rule === undefined ? [] : [[`required.${name}`, rule]];
}

function bodyValidator({ requestBody }: Operation, document: OperationDocument): Validate {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  if (!schema) return () => [];
  const check = compile(schema, { document });
  return (body) => (body === undefined && !requestBody?.required ? [] : check(body));
}
