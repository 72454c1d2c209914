import { adaptValue } from '../document/adapt-value.ts';
import type {
  MediaType,
  OpenApiDocument,
  Parameter,
  Response,
  Schema,
  SecurityScheme,
  TokenSource,
} from '../document/document.ts';
import { keysOf, mainRuleOf, nodesOf, resolveIn, ruleOfKeyword, toPointer } from '../document/parts.ts';
import { operationsIn, partyRolesOf, webhookOf } from '../document/read-facts.ts';

/**
 * Carries what a document says in one place to the others that have to agree with it, and fills in what an added operation may leave
 * out, so that readers find everything where the kit's own document has it. Changes the document.
 */
export function completeDocument(document: OpenApiDocument, base: OpenApiDocument): OpenApiDocument {
  fillOperations(document);
  renameStates(document, base);
  followSignature(document, base);
  followAmountUnit(document);
  leaveOutRules(document);
  adaptExamples(document);
  giveTokens(document);
  return document;
}

/** ERR-1: any other refusal of an operation has any shape. */
const otherRefusal = '#/components/responses/OtherRefusal';

function fillOperations(document: OpenApiDocument): void {
  for (const { definition } of operationsIn(document.paths)) {
    definition.tags ??= [];
    definition.summary ??= definition.operationId;
    definition['x-rules'] ??= [];
    definition.responses['default'] ??= { $ref: otherRefusal };
  }
  for (const scheme of Object.values(document.components.securitySchemes)) {
    scheme.description ??= '';
    scheme['x-rules'] ??= [];
  }
  for (const { keys, node } of nodesOf(document)) {
    const isContent = keys.at(-2) === 'content';
    if (isContent || ('name' in node && 'in' in node)) node['schema'] ??= {};
    if (!isContent || !('example' in node)) continue;
    node['examples'] ??= { example: { value: node['example'] } };
    delete node['example'];
  }
}

/** The states of a milestone get their new names wherever a schema lists them or an example has one, unless that place was changed. */
function renameStates(document: OpenApiDocument, base: OpenApiDocument): void {
  const names = new Map(
    base['x-milestone-states'].map((name, at) => [name, document['x-milestone-states'][at] ?? name]),
  );
  const valueKeys = ['enum', 'x-known-values', 'value', 'example'];
  renameIn(document, base, false);

  function renameIn(node: unknown, before: unknown, isValue: boolean): void {
    if (typeof node !== 'object' || node === null || typeof before !== 'object' || before === null) return;
    const [own, unchanged] = [node as Record<string, unknown>, before as Record<string, unknown>];
    for (const [key, child] of Object.entries(own)) {
      const isValueHere = isValue || valueKeys.includes(key);
      const name = typeof child === 'string' && isValueHere && unchanged[key] === child ? names.get(child) : undefined;
      if (name !== undefined) own[key] = name;
      renameIn(child, unchanged[key], isValueHere);
    }
  }
}

/** The header of the signature is as `x-signature` says. Without it, header and rules of the signature are gone. */
function followSignature(document: OpenApiDocument, base: OpenApiDocument): void {
  const webhook = webhookOf(document);
  const { 'x-signature': signature, parameters = [] } = webhook;
  const before = webhookOf(base)['x-signature'];
  if (JSON.stringify(signature) === JSON.stringify(before)) return;
  const isHeader = (parameter: object): boolean => (parameter as Parameter).name === before?.header;
  const header = webhookOf(base).parameters?.find(isHeader) as Parameter;
  webhook.parameters = parameters.filter((parameter) => !isHeader(parameter));
  if (!signature) {
    document['x-rules-off'] = [...(document['x-rules-off'] ?? []), ...(header.schema['x-rules'] ?? [])];
    return;
  }
  const { header: name, encoding, prefix } = signature;
  const digits = encoding === 'hex' ? '[0-9a-fA-F]{64}' : '[0-9A-Za-z+/]{43}=';
  const pattern = `^${prefix.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${digits}$`;
  const remedy = `Write ${prefix}<${encoding}>, the HMAC-SHA256 of the raw body in ${encoding}.`;
  const description = `HMAC-SHA256 of the raw body with the webhook secret, in ${encoding}. Authenticates the request in place of a token.`;
  const schema = { ...header.schema, pattern, 'x-remedy': remedy };
  webhook.parameters.unshift({ ...header, name, description, schema });
}

/** The names of the fields that hold amounts of money. */
const amountFields = ['amount', 'itemPrice', 'fee'];

/** Amounts in minor units are whole. */
function followAmountUnit(document: OpenApiDocument): void {
  if (document['x-amount-unit'] !== 'minor') return;
  for (const { keys, node } of nodesOf({ schemas: document.components.schemas })) {
    const isAmount = keys.at(-2) === 'properties' && amountFields.includes(keys.at(-1) ?? '');
    const schema = isAmount ? resolveIn<Schema>(document, node) : undefined;
    if (schema?.type === 'number') schema.type = 'integer';
  }
}

/** Keywords that check a value by themselves. */
const checkingKeywords = [
  ...['type', 'enum', 'pattern', 'format', 'nullable', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

/**
 * Leaves the keywords out that state a rule of `x-rules-off`. That a value is an object or a list, and of which kinds, stays: code that
 * reads the value relies on it.
 */
function leaveOutRules(document: OpenApiDocument): void {
  const off = document['x-rules-off'] ?? [];
  if (off.length === 0) return;
  const isOff = (id?: string): boolean => id !== undefined && (off.includes(id) || off.includes(mainRuleOf(id)));
  for (const { node } of nodesOf(document)) writeOut(node, document);
  for (const schemas of schemasOf(document)) relax(schemas, isOff);
  for (const { node } of nodesOf(document)) {
    if (node['in'] !== 'query' && node['in'] !== 'header') continue;
    const { schema = {}, 'x-constraints': constraints } = node as Partial<Parameter>;
    if (isOff(constraints?.['required'] ?? schema['x-rules']?.[0])) node['required'] = false;
  }
}

/** Lists each schema of a document, with the schemas around it, the nearest first. They say which rule it states. */
function schemasOf(document: OpenApiDocument): Schema[][] {
  const nodes = nodesOf(document).filter(({ keys, isMap }) => !isMap && keys.at(-1) !== 'x-constraints');
  const byPlace = new Map<string, Schema>(nodes.map(({ keys, node }) => [toPointer(keys), node]));
  return nodes.flatMap(({ keys }) => {
    const start = keys[1] === 'schemas' ? 3 : keys.lastIndexOf('schema') + 1;
    const depths = keys.map((_key, index) => index + 1).filter((depth) => start > 0 && depth >= start);
    const schemas = depths
      .map((depth) => byPlace.get(toPointer(keys.slice(0, depth))))
      .filter((schema) => schema !== undefined);
    return schemas.length > 0 ? [schemas.reverse()] : [];
  });
}

/** A component without rules of its own states those of the place that refers to it, so it is written out there. */
function writeOut(node: Record<string, unknown>, document: OpenApiDocument): void {
  const component = node['$ref'] === undefined ? undefined : resolveIn<Schema>(document, node);
  if (!component || component['x-rules'] || !checkingKeywords.some((keyword) => keyword in component)) return;
  delete node['$ref'];
  Object.assign(node, structuredClone(component));
}

/** Deletes keywords from the first schema; the others are around it. */
function relax(schemas: Schema[], isOff: (id?: string) => boolean): void {
  const [schema = {}] = schemas;
  const isStated = (keyword: string, name?: string): boolean => !isOff(ruleOfKeyword(schemas, keyword, name));
  if (schema['x-fixed'] && !isStated('enum')) delete schema['x-fixed'];
  for (const keyword of checkingKeywords.filter((each) => each in schema)) {
    const isContainer = schema[keyword] === 'object' || schema[keyword] === 'array';
    if (!isContainer && !isStated(keyword)) delete schema[keyword];
  }
  for (const keyword of ['required', 'x-check'] as const) {
    const kept = schema[keyword]?.filter((name) => isStated(keyword, name)) ?? [];
    if (kept.length > 0) schema[keyword] = kept;
    else delete schema[keyword];
  }
  relaxNot(schemas, isOff);
}

/** It forbids properties, each in a branch with its rule, or a value. */
function relaxNot(schemas: Schema[], isOff: (id?: string) => boolean): void {
  const [schema = {}] = schemas;
  const { anyOf: branches = [schema.not ?? {}] } = schema.not ?? {};
  const kept = branches.filter((branch) => !isOff(branch['x-rules']?.[0] ?? ruleOfKeyword(schemas, 'not')));
  if (kept.length === 0) delete schema.not;
  else if (schema.not?.anyOf) schema.not.anyOf = kept;
}

/** Mock, sandbox and contract tests send examples, so they have to fit their schemas. */
function adaptExamples(document: OpenApiDocument): void {
  const roles: Record<string, string> = partyRolesOf(document);
  const { paths, 'x-webhooks': webhooks, components } = document;
  for (const { node } of nodesOf({ paths, 'x-webhooks': webhooks, responses: components.responses })) {
    if (!('schema' in node && 'examples' in node)) continue;
    const { schema = {}, examples = {} } = node as Partial<MediaType>;
    for (const example of Object.values(examples)) {
      const renamed = JSON.stringify(example.value, (key, value) => (key === 'role' ? (roles[value] ?? value) : value));
      example.value = adaptValue(JSON.parse(renamed), schema, { document });
    }
  }
}

/** A kind of token, and the call that gives it. */
type ObtainedScheme = SecurityScheme & { 'x-obtained-by': TokenSource };

/**
 * Puts the tokens that mock and sandbox accept into the examples of the answers that give them, and marks them as secrets there. If the
 * body of a login says which kind it asks for, the answer has an example of each kind, named as the kind.
 */
function giveTokens(document: OpenApiDocument): void {
  const obtained = Object.values(document.components.securitySchemes).filter(
    (scheme): scheme is ObtainedScheme => scheme['x-obtained-by'] !== undefined,
  );
  for (const [id, schemes] of Map.groupBy(obtained, (scheme) => scheme['x-obtained-by'].operation)) {
    const operation = operationsIn(document.paths).find(({ definition }) => definition.operationId === id);
    const responses = operation?.definition.responses ?? {};
    for (const status of Object.keys(responses).filter((each) => each.startsWith('2'))) {
      // Written out, because others may share its parts.
      const response = structuredClone(resolveIn(document, responses[status] as Response)) ?? { description: '' };
      responses[status] = response;
      for (const media of Object.values(response.content ?? {})) giveTokensIn(media, schemes, document);
    }
  }
}

function giveTokensIn(media: MediaType, schemes: ObtainedScheme[], document: OpenApiDocument): void {
  const isChosen = schemes.length > 1 && schemes.some((scheme) => scheme['x-obtained-by'].when);
  const [first = { value: {} }] = Object.values(media.examples ?? {});
  if (isChosen)
    media.examples = Object.fromEntries(schemes.map((scheme) => [scheme['x-token'], structuredClone(first)]));
  for (const { 'x-token': kind, 'x-example-token': token, 'x-obtained-by': source } of schemes) {
    const keys = keysOf(source.token);
    media.schema = withMark(media.schema, keys, document);
    for (const [name, { value }] of Object.entries(media.examples ?? {})) {
      if (!isChosen || name === kind) replaceAt(value, keys, token);
    }
  }
}

/** A schema, written out, with a mark at what these keys lead to. What is not described there gets a schema. */
function withMark(schema: Schema, [key, ...inside]: string[], document: OpenApiDocument): Schema {
  const whole: Schema = resolveIn(document, schema) ?? {};
  if (key === undefined) return { ...whole, 'x-sensitive': 'secret' };
  if (whole.type === 'array') return { ...whole, items: withMark(whole.items ?? {}, inside, document) };
  const { properties = {} } = whole;
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return { ...whole, properties: { ...properties, [key]: withMark(property ?? {}, inside, document) } };
}

/** Replaces the text that these keys lead to, if there is one. */
function replaceAt(value: unknown, [key = '', ...inside]: string[], text: string): void {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return;
  const holder = value as Record<string, unknown>;
  if (inside.length > 0) replaceAt(holder[key], inside, text);
  else if (typeof holder[key] === 'string') holder[key] = text;
}
