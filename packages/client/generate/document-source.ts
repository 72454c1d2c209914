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
import { callOf, source } from './source.ts';

/**
 * Writes what a client knows of the document besides its types, as TypeScript source without imports: checks, operations, names.
 * @returns The source, and what a client can't check before it sends a call.
 */
export function documentSource(): { text: string; unchecked: string[] } {
  const checks = new SchemaChecks();
  const { phoneNumber: phone = {} } = openApiDocument.components.schemas['RegisterCustomerRequest']?.properties ?? {};
  const secretFields = [...sensitiveFields].filter(([, mark]) => mark === 'secret').map(([name]) => name);
  const deployment = {
    operationTable: Object.fromEntries(operations.map((operation) => [operation.id, rowOf(operation, checks)])),
    ...{ hostNames, tokenKinds, secretFields, partyRoles, amountUnit, initialStatus: milestoneStates[0] },
    // The phone of a participant has the form of a registered one, but its own rule.
    registeredPhone: checks.checkOf(phone, 'phoneNumber of RegisterCustomerRequest', { rule: 'USER-1c' }),
  };
  const constants = [...checks.constants].map(([name, check]) => `const ${name}: kit.Check = ${check.text};\n`);
  const text = `${constants.join('')}
/** What the document says that types cannot express. */
export const deployment: kit.DeploymentOf<EscrowDocument> = ${source(deployment)};

/** The types of the document. */
export interface EscrowDocument {
  operations: operations;
  paths: paths;
  components: components;
  /** The paths that each host serves. */
  hosts: { ${hostNames.map((host) => `${host}: Pick<paths, ${unionOf(pathsOf(host))}>;`).join(' ')} };
  tokenKind: ${unionOf(tokenKinds)};
  secretField: ${unionOf(secretFields)};
}
`;
  return { text, unchecked: [...checks.unchecked] };
}

/** Texts as a union type. */
const unionOf = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text) => JSON.stringify(text)).join(' | ');

const pathsOf = (host: string): string[] => operations.filter((each) => each.host === host).map(({ path }) => path);

/** What types cannot express about an operation: host, token, encoding, checks, and whether it may be repeated. */
function rowOf(operation: ServiceOperation, checks: SchemaChecks): object {
  const { id, method, host, path, tokenKinds: tokens, responses, body, definition } = operation;
  const failures = Object.keys(responses).flatMap((status) => (Number(status) >= 500 ? [Number(status)] : []));
  return {
    ...{ method, host, template: path, tokens },
    isRepeatable: definition['x-retry'] === 'write' ? undefined : true,
    encoding: encodingOf(operation),
    ...parameterChecks(operation, checks),
    body: body && checks.propertyOf(checks.checkOf(body.schema, `the body of ${id}`), definition.requestBody?.required),
    answer: answerTypesOf(operation),
    meaningfulFailures: failures.length > 0 ? failures : undefined,
  };
}

/** The encoding of a body, unless it is JSON. */
function encodingOf({ id, mediaType }: ServiceOperation): string | undefined {
  if (mediaType === undefined || mediaType === 'application/json') return undefined;
  if (mediaType === 'application/x-www-form-urlencoded') return mediaType;
  throw new CommandLineError(`${id} takes ${mediaType}, and a client sends JSON and forms alone.`, { exitCode: 1 });
}

/** Text in a path needs no check of its own, because every path parameter must be an id. */
function parameterChecks({ id, parameters }: ServiceOperation, checks: SchemaChecks): object {
  const inPath = parameters.filter(({ in: place, schema }) => place === 'path' && resolve(schema).type !== 'string');
  const path = inPath.map(({ name, schema }) => [name, checks.checkOf(schema, `${name} of ${id}`)]);
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  const query = inQuery.map(({ name, schema, required, 'x-constraints': constraints = {} }) => [
    name,
    checks.propertyOf(checks.checkOf(schema, `${name} of ${id}`), required, constraints['required']),
  ]);
  return {
    ...(path.length > 0 && { path: Object.fromEntries(path) }),
    ...(query.length > 0 && { query: callOf('required', callOf('object', { properties: Object.fromEntries(query) })) }),
  };
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
