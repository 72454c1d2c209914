import type { Parameter, Schema } from '../document/document.ts';
import { openApiDocument } from '../document/load.ts';
import { type DocumentedOperation, getDocumentedOperation, type OperationDocument } from '../document/operations.ts';
import { compile, type Validate, type Violation } from './schema-validator.ts';

/** A request to validate. Parameters may be text. The body is already parsed; a form is an object. */
export interface RequestParts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  /** With lower-case names. */
  header?: Record<string, unknown>;
  body?: unknown;
}

/** A violation with the part of the request. */
export interface RequestViolation extends Violation {
  in: 'path' | 'query' | 'header' | 'body';
}

const places = ['path', 'query', 'header'] as const;

/**
 * Compiles a validator for the path, query, headers and body of an operation. It lists the first 100 violations of each. An
 * absent body is a violation only if the document requires one. `document` has the operation; default: the service's. Throws if
 * the document has no such operation.
 */
export function createRequestValidator(
  operationId: string,
  document: OperationDocument = openApiDocument,
): (request: RequestParts) => RequestViolation[] {
  const operation = getDocumentedOperation(operationId, document);
  const checkPlaces = places.map((place) => ({
    place,
    check: parameterValidator(operation.parameters, { place, document }),
  }));
  const checkBody = bodyValidator(operation, document);
  return (request) => [
    ...checkPlaces.flatMap(({ place, check }) => located(place, check(request[place]))),
    ...located('body', checkBody(request.body)),
  ];
}

function located(place: RequestViolation['in'], violations: Violation[]): RequestViolation[] {
  return violations.map((violation) => ({ in: place, ...violation }));
}

/** Coerces types, because parameters arrive as text. */
function parameterValidator(
  parameters: Parameter[],
  { place, document }: { place: (typeof places)[number]; document: OperationDocument },
): Validate {
  const nameOf = ({ name }: Parameter): string => (place === 'header' ? name.toLowerCase() : name);
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return () => [];
  const schema: Schema = {
    type: 'object',
    'x-constraints': Object.fromEntries(own.flatMap((parameter) => statementsOf(parameter, nameOf(parameter)))),
    required: own.filter(({ required }) => required).map(nameOf),
    properties: Object.fromEntries(own.map((parameter) => [nameOf(parameter), parameter.schema])),
  };
  const check = compile(schema, { coerceTypes: true, document });
  return (values) => check({ ...(values as object | undefined) });
}

/** The rule of a required parameter, as `x-constraints` of the schema of all parameters. */
function statementsOf({ schema, 'x-constraints': constraints }: Parameter, name: string): [string, string][] {
  const rule = constraints?.['required'] ?? schema['x-rules']?.[0];
  return rule === undefined ? [] : [[`required.${name}`, rule]];
}

function bodyValidator({ body, definition }: DocumentedOperation, document: OperationDocument): Validate {
  if (!body) return () => [];
  const check = compile(body.schema, { document });
  return (value) => (value === undefined && !definition.requestBody?.required ? [] : check(value));
}
