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
import { keysOf, mainRuleOf, nodesOf, resolveIn, ruleOfKeyword } from '../document/parts.ts';
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
  ...[
    'type',
    'enum',
    'x-fixed',
    'pattern',
    'format',
    'nullable',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
  ],
  ...['multipleOf', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

/**
 * Leaves the keywords out that state a rule of `x-rules-off`. That a value is an object or a list, and of which kinds, stays: code that
 * reads the value relies on it.
 */
function leaveOutRules(document: OpenApiDocument): void {
  const off = document['x-rules-off'] ?? [];
  if (off.length === 0) return;
  const isOff = (id: string | undefined): boolean =>
    id !== undefined && (off.includes(id) || off.includes(mainRuleOf(id)));
  for (const { keys, node } of nodesOf(document)) {
    const isComponent = keys[1] === 'schemas' && keys.length === 3;
    if (isComponent) document.components.schemas[keys[2] ?? ''] = relax(node, []);
    if (typeof node['schema'] === 'object' && !keys.includes('properties')) relaxHolder(node as unknown as Parameter);
  }

  /** A parameter or a body. */
  function relaxHolder(holder: Parameter): void {
    const { in: place, schema, 'x-constraints': constraints } = holder;
    const rule = constraints?.['required'] ?? schema['x-rules']?.[0];
    if ((place === 'query' || place === 'header') && isOff(rule)) holder.required = false;
    holder.schema = relax(schema, []);
  }

  /** `around` has the schemas around the schema, the nearest first. */
  function relax(schema: Schema, around: Schema[]): Schema {
    if (schema.$ref !== undefined) {
      // A component without rules of its own states those of the place that refers to it, so it is written out there.
      const component = resolveIn(document, schema) ?? {};
      return component['x-rules'] || around.length === 0 ? schema : relax(component, around);
    }
    const schemas = [schema, ...around];
    const entries = Object.entries(schema).flatMap(([keyword, value]) => relaxKeyword(keyword, value, schemas));
    return Object.fromEntries(entries);
  }

  /** The keyword as it stays: one entry, or none. */
  function relaxKeyword(keyword: string, value: unknown, schemas: Schema[]): [string, unknown][] {
    const isStated = (name?: string): boolean =>
      !isOff(ruleOfKeyword(schemas, keyword === 'x-fixed' ? 'enum' : keyword, name));
    if (keyword === 'required' || keyword === 'x-check') {
      const kept = (value as string[]).filter(isStated);
      return kept.length > 0 ? [[keyword, kept]] : [];
    }
    if (keyword === 'not') return relaxNot(value as Schema, schemas);
    const isContainer = value === 'object' || value === 'array';
    if (checkingKeywords.includes(keyword)) return isContainer || isStated() ? [[keyword, value]] : [];
    return [[keyword, relaxInside(keyword, value, schemas)]];
  }

  /** It forbids properties, each in a branch with its rule, or a value. */
  function relaxNot(not: Schema, schemas: Schema[]): [string, unknown][] {
    const { anyOf: branches = [not] } = not;
    const kept = branches.filter((branch) => !isOff(branch['x-rules']?.[0] ?? ruleOfKeyword(schemas, 'not')));
    if (kept.length === branches.length) return [['not', not]];
    return kept.length > 0 ? [['not', { anyOf: kept }]] : [];
  }

  function relaxInside(keyword: string, value: unknown, schemas: Schema[]): unknown {
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, Schema>);
      return Object.fromEntries(properties.map(([name, child]) => [name, relax(child, schemas)]));
    }
    if (['oneOf', 'anyOf', 'allOf'].includes(keyword)) return (value as Schema[]).map((child) => relax(child, schemas));
    const isSchema = ['items', 'additionalProperties'].includes(keyword) && typeof value === 'object' && value !== null;
    return isSchema ? relax(value as Schema, schemas) : value;
  }
}

/** Mock, sandbox and contract tests send examples, so they have to fit their schemas. */
function adaptExamples(document: OpenApiDocument): void {
  const roles: Record<string, string> = partyRolesOf(document);
  const { paths, 'x-webhooks': webhooks, components } = document;
  for (const { node } of nodesOf({ paths, 'x-webhooks': webhooks, responses: components.responses })) {
    if (!('schema' in node && 'examples' in node)) continue;
    const { schema, examples } = node as unknown as Required<MediaType>;
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
