import { isIP } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type ErrorObject } from 'ajv';
import extensions from '../../extensions.schema.json' with { type: 'json' };
import rules from '../../rules.json' with { type: 'json' };
import { adaptValue } from '../document/adapt-value.ts';
import {
  type MediaType,
  type OpenApiDocument,
  type Operation,
  openParts,
  type Parameter,
  type Response,
  type Schema,
  type TokenSource,
} from '../document/document.ts';
import { followPointer, keysOf, nodesOf, resolveIn, toPointer } from '../document/parts.ts';
import { factsOf, type OperationEntry, operationsIn, webhookOf } from '../document/read-facts.ts';
import { completeDocument } from './complete-document.ts';

/** Sentences that say what is wrong with a document, the first one first. */
type Problems = Generator<string, void>;

/**
 * The first problem of a document, in a sentence; undefined if the kit can work by it. `base` is the kit's own: what callers rely on
 * there may not go, and what is never logged, or never sent again, stays so.
 */
export async function findProblem(document: OpenApiDocument, base: OpenApiDocument): Promise<string | undefined> {
  return (
    firstOf(referenceProblems(document)) ??
    (await findFormProblem(document)) ??
    firstOf(markProblems(document, base)) ??
    firstOf(operationProblems(document, base)) ??
    firstOf(tokenProblems(document, base)) ??
    firstOf(webhookProblems(document)) ??
    findMissingFact(document, base)
  );
}

const firstOf = (problems: Problems): string | undefined => problems.next().value ?? undefined;

/** References point to named components, and never in a circle. */
function* referenceProblems(document: OpenApiDocument): Problems {
  const sound = new Set<string>();
  yield* problemsIn(document, []);

  function* problemsIn(node: unknown, open: string[]): Problems {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === 'string') yield* problemsOf($ref, open);
    else for (const child of Object.values(node)) yield* problemsIn(child, open);
  }

  function* problemsOf(reference: string, open: string[]): Problems {
    if (sound.has(reference)) return;
    if (open.includes(reference)) return yield `The reference ${reference} is circular.`;
    const isNamed = /^#\/components\/(?!x-)[^/]+\/[^/]+$/.test(reference);
    const target = isNamed ? followPointer(reference, document) : undefined;
    if (target === undefined) return yield `The reference ${reference} does not point to a component of the document.`;
    yield* problemsIn(target, [...open, reference]);
    sound.add(reference);
  }
}

// Both schemas are valid; checking them again would take as long as checking a document.
const hasExtensions = new Ajv({ strict: false, validateSchema: false }).compile(extensions);
const openApi = new Validator({ validateSchema: false });

/** The document has the form of OpenAPI 3.0 and of our extensions. */
async function findFormProblem(document: OpenApiDocument): Promise<string | undefined> {
  if (!hasExtensions(document)) return describe(hasExtensions.errors?.[0]);
  // A webhook is an operation like others, which OpenAPI 3.0 has no place for.
  const paths = { ...document.paths, '/x-webhooks/contractEvent': document['x-webhooks']['contractEvent'] };
  const { valid, errors } = await openApi.validate({ ...document, paths });
  return valid ? undefined : describe(Array.isArray(errors) ? (errors[0] as ErrorObject) : undefined, errors);
}

/** Code finds the facts that it needs, even without the keywords of rules that are off. */
function findMissingFact(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  try {
    const complete = completeDocument(structuredClone(document), base);
    factsOf(complete);
    const { enum: paid } = complete.components.schemas['PaidContractEvent']?.properties?.['status'] ?? {};
    const name = complete['x-milestone-states'][2];
    if (paid === undefined || String(paid) === name) return undefined;
    return `PaidContractEvent has the status ${paid}, but x-milestone-states has ${name}. Rename it only in x-milestone-states.`;
  } catch (error) {
    return (error as Error).message;
  }
}

function describe(error: ErrorObject | undefined, other: unknown = ''): string {
  if (!error) return `This is not an OpenAPI 3.0 document: ${String(other)}`;
  const { instancePath, propertyName, message, params } = error;
  const place = instancePath + (propertyName === undefined ? '' : toPointer([propertyName]));
  const details = [params['additionalProperty'], params['allowedValue'], params['allowedValues']]
    .flat()
    .filter(Boolean);
  const expected = details.length > 0 ? ` (${details.join(', ')})` : '';
  return `The document is wrong at #${place}: it ${message}${expected}.`;
}

const sensitivities = [undefined, 'personal', 'secret'];

/** Nodes name rules and checks that exist, say what is open in words and as data, and protect what the base does. */
function* markProblems(document: OpenApiDocument, base: OpenApiDocument): Problems {
  const checks = new Set(nodesOf(base).flatMap(({ node }) => (node['x-check'] as string[] | undefined) ?? []));
  const marks = new Map<string, number>();
  for (const { name, mark } of namedSchemas(base)) marks.set(name, Math.max(mark, marks.get(name) ?? 0));
  for (const { keys, node } of nodesOf(document)) yield* nodeProblems(`#/${keys.join('/')}`, node, checks);
  for (const { name, place, mark } of namedSchemas(document)) {
    const wanted = marks.get(name) ?? 0;
    if (mark < wanted)
      yield `${place} needs x-sensitive: ${sensitivities[wanted]}, like every ${name} in the document.`;
  }
}

function* nodeProblems(place: string, node: Record<string, unknown>, checks: Set<string>): Problems {
  const { 'x-rules': own, 'x-rules-off': off, 'x-constraints': constraints, 'x-check': check } = node;
  const ids = [own, off, Object.values(constraints ?? {})].flat().filter((id) => id !== undefined);
  const unknownRule = ids.find((id) => !Object.hasOwn(rules, String(id)));
  if (unknownRule !== undefined) yield `${place} names the unknown rule ${unknownRule}. See rules.json.`;
  const unknownCheck = [check ?? []].flat().find((name) => !checks.has(String(name)));
  if (unknownCheck !== undefined)
    yield `${place} names the unknown check ${unknownCheck}. Known: ${[...checks].join(', ')}.`;
  if (typeof node['pattern'] === 'string' && !isPattern(node['pattern'])) {
    yield `${place} has the pattern ${node['pattern']}, which is not a regular expression with the flag u.`;
  }
  if (!isOpenKnown(node))
    yield `${place} needs both x-not-shown, a sentence, and x-open, a list of some of ${openParts.join(', ')}.`;
}

/** Validators compile patterns with the flag `u`, which refuses needless backslashes. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').unicode;
  } catch {
    return false;
  }
}

/** Whether what is not shown is there for people, in `x-not-shown`, and for code, in `x-open`, or neither is. */
function isOpenKnown({ 'x-not-shown': sentence, 'x-open': parts }: Record<string, unknown>): boolean {
  if (sentence === undefined && parts === undefined) return true;
  const isList = Array.isArray(parts) && parts.length > 0 && new Set(parts).size === parts.length;
  return typeof sentence === 'string' && isList && parts.every((part) => openParts.includes(part));
}

/** The properties of all schemas, and the schemas with a name. `mark` is the index in {@link sensitivities}. */
function namedSchemas(document: OpenApiDocument): { name: string; place: string; mark: number }[] {
  return nodesOf(document).flatMap(({ keys, node }) => {
    const [parent, name = ''] = keys.slice(-2);
    if (parent !== 'properties' && !(parent === 'schemas' && keys.length === 3)) return [];
    const { 'x-sensitive': kind } = resolveIn(document, node as Schema) ?? {};
    return [{ name, place: keys.join('.'), mark: Math.max(0, sensitivities.indexOf(kind)) }];
  });
}

/** From the strictest to the freest way to send again. */
const retryClasses = ['write', 'repeatable', 'read'];

const idOf = ({ definition }: OperationEntry): string => definition.operationId;

const placeholdersOf = ({ path }: OperationEntry): string[] =>
  [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name).sort();

/** The operations of the base stay, and are sent again no more often; every operation is whole, and its call no other's. */
function* operationProblems(document: OpenApiDocument, base: OpenApiDocument): Problems {
  const host = base['x-hosts'].find((name) => !document['x-hosts'].includes(name));
  if (host !== undefined) yield `The host ${host} cannot be removed from x-hosts. Change its address instead.`;
  const entries = operationsIn(document.paths);
  const before = new Map(operationsIn(base.paths).map((entry) => [idOf(entry), entry]));
  for (const entry of before.values()) yield* changeProblems(entry, entries);
  const calls = new Map<string, string>();
  for (const entry of entries) {
    // Some servers ignore case.
    const call = `${entry.method} ${entry.path.replaceAll(/\{[^}]*\}/g, '{}').toLowerCase()}`;
    for (const name of [call, idOf(entry)]) {
      if (calls.has(name)) yield `${name} is used twice: by ${calls.get(name)} and by ${idOf(entry)} of ${entry.path}.`;
      calls.set(name, `${idOf(entry)} of ${entry.path}`);
    }
    yield* wholenessProblems(entry, document);
    if (!before.has(idOf(entry))) yield* additionProblems(entry, document);
  }
}

function* changeProblems(before: OperationEntry, entries: OperationEntry[]): Problems {
  const id = idOf(before);
  const after = entries.find((entry) => idOf(entry) === id);
  if (!after)
    return yield `The operation ${id} cannot be removed or renamed. Change its path, parameters or body instead.`;
  const [retry = '', allowed = ''] = [after.definition['x-retry'], before.definition['x-retry']];
  if (retryClasses.indexOf(retry) > retryClasses.indexOf(allowed)) {
    yield `x-retry of ${id} cannot change from ${allowed} to ${retry}: a repeated call could act twice.`;
  }
  const needed = placeholdersOf(before).join(', ');
  if (placeholdersOf(after).join(', ') !== needed) {
    yield `The path of ${id} must keep its parameters: ${needed || 'none'}.`;
  }
}

/** What the kit or the connection sets itself. */
const reservedHeader =
  /^(accept|authorization|connection|content-(length|type)|expect|host|keep-alive|transfer-encoding|upgrade)$/i;

function* wholenessProblems(entry: OperationEntry, document: OpenApiDocument): Problems {
  const { item, definition } = entry;
  const id = idOf(entry);
  const host = item.servers?.[0]?.['x-host'];
  if (!host || !document['x-hosts'].includes(host)) {
    yield `x-host of the server of ${id} is ${host}. Use one of ${document['x-hosts'].join(', ')}.`;
  }
  const unknown = definition.security.flatMap(Object.keys).find((name) => !document.components.securitySchemes[name]);
  if (unknown !== undefined)
    yield `The security of ${id} names ${unknown}, which is not in components.securitySchemes.`;
  const listed = [...(item.parameters ?? []), ...(definition.parameters ?? [])];
  const parameters = listed.flatMap((parameter) => resolveIn(document, parameter as Parameter) ?? []);
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  if (inPath.sort().join() !== placeholdersOf(entry).join()) {
    yield `The path of ${id}, ${entry.path}, does not match its path parameters: ${inPath.join(', ') || 'none'}.`;
  }
  for (const { name, example, schema = {} } of parameters.filter((parameter) => parameter.in === 'header')) {
    const value = example ?? adaptValue(undefined, schema, { document });
    const isSendable =
      ['string', 'number', 'boolean'].includes(typeof value) && /^[\t -~\u0080-ÿ]*$/.test(String(value));
    const isName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && !reservedHeader.test(name);
    if (!isName) yield `A caller cannot set the header ${name} of ${id}. Declare a token as a security scheme.`;
    if (!isSendable) yield `The header ${name} of ${id} needs an example of one line in Latin-1 characters.`;
  }
}

/** Mock and sandbox answer an added operation by its example. */
function* additionProblems(entry: OperationEntry, document: OpenApiDocument): Problems {
  const { 'x-retry': retry, responses } = entry.definition;
  const id = idOf(entry);
  if (retry === 'read' && entry.method !== 'get') yield `x-retry of ${id} is read, but it is not a GET.`;
  const successes = Object.entries(responses).filter(([status]) => /^2\d\d$/.test(status));
  if (successes.length === 0) yield `The operation ${id} needs a success response, such as "200".`;
  const contents = successes.flatMap(([, response]) =>
    Object.values(resolveIn(document, response as Response)?.content ?? {}),
  );
  const isWithout = ({ example, examples = {} }: { example?: unknown; examples?: object }): boolean =>
    example === undefined && Object.keys(examples).length === 0;
  if (contents.some(isWithout)) yield `The responses of ${id} need an example, which mock and sandbox return.`;
}

/** Kinds of token stay, and each is got by a call that may be repeated, and that does not take it. */
function* tokenProblems(document: OpenApiDocument, base: OpenApiDocument): Problems {
  const { components, paths } = document;
  const schemes = components.securitySchemes;
  for (const [name, { 'x-token': kind }] of Object.entries(base.components.securitySchemes)) {
    if (schemes[name]?.['x-token'] === kind) continue;
    yield `The security scheme ${name} cannot be removed, and its x-token must stay ${kind}.`;
  }
  const operations = operationsIn(paths).map(({ definition }) => definition);
  const writes = operationsIn(base.paths).filter(({ definition }) => definition['x-retry'] === 'write');
  for (const [name, { 'x-obtained-by': source }] of Object.entries(schemes)) {
    if (source) yield* sourceProblems(name, source);
  }

  function* sourceProblems(name: string, source: TokenSource): Problems {
    const { operation: id, token, when } = source;
    const login = operations.find(({ operationId }) => operationId === id);
    if (!login) yield `x-obtained-by of ${name} names the operation ${id}, which is not in the document.`;
    const refused = login && Object.entries(when ?? {}).find(([field, value]) => !takes(login, field, value));
    if (refused)
      yield `x-obtained-by of ${name} has when: ${refused.join(': ')}, which the body of ${id} does not allow.`;
    if (writes.some((write) => idOf(write) === id)) {
      yield `x-obtained-by of ${name} names ${id}, which must not be repeated. Each new token would repeat it.`;
    }
    if (needs(name, []))
      yield `The operation ${id} cannot return the token of ${name}, because it needs that token first.`;
    yield* kindProblems(name, source);
    if (login && !gives(login, token))
      yield `x-obtained-by of ${name} names ${token}, which no response of ${id} contains.`;
  }

  function* kindProblems(name: string, { operation: id, token, when }: TokenSource): Problems {
    const sharing = Object.values(schemes).flatMap(({ 'x-obtained-by': other }) =>
      other?.operation === id && other.token === token ? [JSON.stringify(other.when)] : [],
    );
    if (sharing.length > 1 && (!when || sharing.filter((each) => each === JSON.stringify(when)).length > 1)) {
      yield `x-obtained-by of ${name} needs its own when: ${id} returns several kinds of token at ${token}.`;
    }
  }

  /** Whether a success of an operation has something at a pointer, by an example or by its schema. */
  function gives({ responses }: Operation, pointer: string): boolean {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
    const contents = successes.flatMap(([, response]) =>
      Object.values(resolveIn(document, response as Response)?.content ?? {}),
    );
    return contents.some(({ schema = {}, example, examples = {} }: MediaType & { example?: unknown }) => {
      const values = [example, ...Object.values(examples).map(({ value }) => value)];
      const isShown = values.some((value) => followPointer(pointer, Object(value)) !== undefined);
      return isShown || isDescribed(schema, keysOf(pointer));
    });
  }

  function isDescribed(listed: Schema, [key, ...inside]: string[]): boolean {
    const { properties, items } = resolveIn(document, listed) ?? {};
    if (key === undefined) return true;
    if (items) return isDescribed(items, inside);
    // Without properties, a schema says nothing of what is inside.
    return properties === undefined || (properties[key] !== undefined && isDescribed(properties[key], inside));
  }

  /** Whether a body may have a field of this value, as far as its schema says. */
  function takes({ requestBody }: Operation, field: string, value: string): boolean {
    const [media] = Object.values(requestBody?.content ?? {});
    const { properties } = resolveIn(document, media?.schema ?? {}) ?? {};
    const { enum: values } = resolveIn(document, properties?.[field] ?? {}) ?? {};
    const isKnown = properties === undefined || properties[field] !== undefined;
    return media !== undefined && isKnown && (values?.includes(value) ?? true);
  }

  /** Whether a scheme's token is got, over several calls, by itself. */
  function needs(name: string, passed: string[]): boolean {
    if (passed.includes(name)) return true;
    const id = schemes[name]?.['x-obtained-by']?.operation;
    const taken = operations.find(({ operationId }) => operationId === id)?.security.flatMap(Object.keys) ?? [];
    return taken.some((other) => needs(other, [...passed, name]));
  }
}

/** Not anybody can send an event. */
function* webhookProblems(document: OpenApiDocument): Problems {
  const { 'x-signature': signature, 'x-allowed-addresses': addresses = [] } = webhookOf(document);
  if (!signature && addresses.length === 0) {
    yield 'Without x-signature, the webhook needs x-allowed-addresses. Without both, anyone could send an event.';
  }
  for (const address of addresses) {
    const [ip = '', length, ...rest] = address.split('/');
    const bits = length === undefined ? 32 : Number(/^\d{1,3}$/.exec(length)?.[0]);
    const isBlock = bits >= 8 && bits <= (isIP(ip) === 6 ? 128 : 32) && rest.length === 0;
    if (isIP(ip) === 0 || !isBlock) {
      yield `x-allowed-addresses has ${address}. Use an IP address or a block of /8 or smaller, such as 192.0.2.0/24.`;
    }
  }
}
