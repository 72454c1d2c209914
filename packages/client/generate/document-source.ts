import { CommandLineError } from '@escrow-kit/shared/command-line';
import {
  amountUnit,
  hostNames,
  milestoneStates,
  openApiDocument,
  operations,
  partyRoles,
  type Schema,
  type ServiceOperation,
  sensitiveFields,
  tokenKinds,
} from '@escrow-kit/spec';
import { resolve, SchemaChecks } from './schema-checks.ts';
import { callOf, type Source, source } from './source.ts';

/** What a client knows of a document besides its types, as TypeScript source without imports. */
export interface DocumentSource {
  text: string;
  /** What a client can't check before it sends a call. */
  unchecked: string[];
}

/**
 * Writes the checks, the operations and what else a client needs of the document.
 * @param typeName The name of the interface that holds all types of the document.
 */
export function documentSource(typeName: string): DocumentSource {
  const checks = new SchemaChecks();
  const secretFields = [...sensitiveFields].filter(([, mark]) => mark === 'secret').map(([name]) => name);
  const deployment = {
    operationTable: Object.fromEntries(operations.map((operation) => [operation.id, rowOf(operation, checks)])),
    ...{ hostNames, tokenKinds, secretFields, partyRoles, amountUnit },
    initialStatus: milestoneStates[0],
    checks: flowChecks(checks),
  };
  const constants = [...checks.constants].map(([name, check]) => `const ${name}: kit.Check = ${check.text};`);
  const text = `${constants.join('\n')}
/** What the document says that types cannot express. */
export const deployment: kit.DeploymentOf<${typeName}> = ${source(deployment)};
/** The types of the document. */
export interface ${typeName} {
  /** The operations by id. */
  operations: operations;
  /** The paths. */
  paths: paths;
  /** The components, such as schemas. */
  components: components;
  /** The paths that each host serves. */
  hosts: { ${hostNames.map((host) => `${host}: Pick<paths, ${unionOf(pathsOf(host))}>;`).join(' ')} };
  /** A kind of token that operations take. */
  tokenKind: ${unionOf(tokenKinds)};
  /** A field that holds a token or a password. */
  secretField: ${unionOf(secretFields)};
}
`;
  return { text, unchecked: [...checks.unchecked] };
}

/** Texts as a union type. */
const unionOf = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(' | ') || 'never';

const pathsOf = (host: string): string[] => [
  ...new Set(operations.filter((operation) => operation.host === host).map(({ path }) => path)),
];

/** What types cannot express about an operation: host, token, encoding, checks, and whether it may be repeated. */
function rowOf(operation: ServiceOperation, checks: SchemaChecks): object {
  const { method, host, path, tokenKinds: tokens, responses, body, definition } = operation;
  const failures = Object.keys(responses).map(Number);
  const meaningfulFailures = failures.filter((status) => status >= 500);
  return {
    ...{ method, host, template: path, tokens },
    isRepeatable: definition['x-retry'] === 'write' ? undefined : true,
    encoding: encodingOf(operation),
    path: pathChecks(operation, checks),
    query: queryCheck(operation, checks),
    body: body && checks.propertyOf(checks.checkOf(body.schema), definition.requestBody?.required),
    answer: answerTypesOf(operation),
    meaningfulFailures: meaningfulFailures.length > 0 ? meaningfulFailures : undefined,
  };
}

/** The encoding of a body, unless it is JSON. */
function encodingOf({ id, mediaType }: ServiceOperation): string | undefined {
  if (mediaType === undefined || mediaType === 'application/json') return undefined;
  if (mediaType === 'application/x-www-form-urlencoded') return mediaType;
  throw new CommandLineError(`${id} takes ${mediaType}, and a client sends JSON and forms alone.`, { exitCode: 1 });
}

/** Text in a path needs no check of its own, because every path parameter must be an id. */
function pathChecks({ parameters }: ServiceOperation, checks: SchemaChecks): object | undefined {
  const inPath = parameters.filter(
    (parameter) => parameter.in === 'path' && resolve(parameter.schema).type !== 'string',
  );
  const entries = inPath.map(({ name, schema }) => [name, checks.checkOf(schema)]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function queryCheck({ parameters }: ServiceOperation, checks: SchemaChecks): Source | undefined {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const entries = inQuery.map(({ name, schema, required, 'x-constraints': constraints = {} }) => [
    name,
    checks.propertyOf(checks.checkOf(schema), required, constraints['required']),
  ]);
  if (entries.length === 0) return undefined;
  return callOf('required', callOf('object', { properties: Object.fromEntries(entries) }));
}

/** How many fields lie inside one another in `data.milestones[].id`, the deepest that a call requires or a flow reads. */
const deepestField = 3;

/** The types of the fields of a success, by paths such as `data.id`; undefined if the answer is not shown. */
function answerTypesOf({ responses }: ServiceOperation): object | undefined {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const [content] = Object.values(success?.[1].content ?? {});
  const schema = content && resolve(content.schema);
  return schema?.properties && Object.fromEntries(typesIn(schema, '', deepestField));
}

function typesIn(schema: Schema, prefix: string, depth: number): [path: string, type: string][] {
  if (depth === 0) return [];
  return Object.entries(resolve(schema).properties ?? {}).flatMap(([name, declared]) => {
    const { type, nullable, items } = resolve(declared);
    const path = `${prefix}${name}`;
    const inner = items ? typesIn(items, `${path}[].`, depth - 1) : typesIn(declared, `${path}.`, depth - 1);
    // What is inside an object has a path that says it is one. Null has no type.
    return type && type !== 'object' && !nullable ? [[path, type], ...inner] : inner;
  });
}

/** The checks that flows use. The phone of a participant has the form of a registered one, but its own rule. */
function flowChecks(checks: SchemaChecks): Record<string, Source> {
  const { schemas } = openApiDocument.components;
  const phone = schemas['RegisterCustomerRequest']?.properties?.['phoneNumber'];
  const checkOf = (name: string): Source =>
    checks.checkOf(name in schemas ? { $ref: `#/components/schemas/${name}` } : {});
  return {
    milestoneParties: checkOf('MilestoneParties'),
    milestoneRequest: checkOf('MilestoneRequest'),
    registeredPhone: checks.checkOf(phone ?? {}, { rule: 'USER-1c' }),
  };
}
