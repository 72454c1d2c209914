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
  withForbiddenProperties,
} from '@escrow-kit/spec';
import type { CheckOptions } from '../src/rules.ts';
import { isForbidden, resolve } from './schema-types.ts';
import { callOf, Source, source, unionOf } from './source.ts';

/**
 * Writes what a client knows of the document besides its types, as TypeScript source without imports: checks, operations, names.
 * @returns The source, and what a client cannot check before it sends a call.
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
  const pathsOf = (host: string): string[] => operations.flatMap((each) => (each.host === host ? [each.path] : []));
  const text = `${constants.join('')}
/** The facts of the document that types cannot express. */
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

/** What types cannot express about an operation: host, token, encoding, checks, and whether it may be repeated. */
function rowOf(operation: ServiceOperation, checks: SchemaChecks): object {
  const { id, method, host, path, tokenKinds: tokens, responses, body, definition } = operation;
  const failures = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 500);
  return {
    ...{ method, host, template: path, tokens },
    isRepeatable: definition['x-retry'] === 'write' ? undefined : true,
    encoding: encodingOf(operation),
    ...parameterChecks(operation, checks),
    body: body && ifRequired(definition.requestBody?.required, checks.checkOf(body.schema, `the body of ${id}`)),
    answer: answerTypesOf(operation),
    meaningfulFailures: failures.length > 0 ? failures : undefined,
  };
}

/** The encoding of a body, unless it is JSON. */
function encodingOf({ id, mediaType }: ServiceOperation): string | undefined {
  if (mediaType === undefined || mediaType === 'application/json') return undefined;
  if (mediaType === 'application/x-www-form-urlencoded') return mediaType;
  throw new CommandLineError(`${id} takes ${mediaType}, but a client sends only JSON and forms.`, { exitCode: 1 });
}

/** The checks of the path and the query. Text in a path needs none, because every path parameter must be an ID. */
function parameterChecks({ id, parameters }: ServiceOperation, checks: SchemaChecks): object {
  const path: Record<string, Source> = {};
  const query: Record<string, Source> = {};
  for (const { in: location, name, schema, required, 'x-constraints': constraints } of parameters) {
    const checkOf = () => checks.checkOf(schema, `${name} of ${id}`);
    if (location === 'path' && resolve(schema).type !== 'string') path[name] = checkOf();
    if (location === 'query') query[name] = ifRequired(required, checkOf(), constraints?.['required']);
  }
  return {
    ...(Object.keys(path).length > 0 && { path }),
    ...(Object.keys(query).length > 0 && { query: callOf('required', callOf('object', { properties: query })) }),
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

const boundKeywords = [
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];

/** The other keywords that a check covers, or that restrict no value. */
const readKeywords = [
  ...['title', 'description', 'default', 'example', 'deprecated', 'externalDocs', 'readOnly', 'writeOnly', 'xml'],
  ...['x-known-values', 'x-not-shown', 'x-open', 'x-sensitive', 'x-rules', 'x-remedy', 'x-constraints', 'x-check'],
  ...['type', 'nullable', 'enum', 'x-fixed', 'pattern', 'format', 'items'],
  ...['required', 'properties', 'additionalProperties', ...boundKeywords],
];

/** The functions that check types without keywords of their own. */
const simpleTypes: Record<string, string> = { boolean: 'truthValue', number: 'number', integer: 'wholeNumber' };

/** The options of a check that the schemas inside take over. */
type Inherited = Pick<CheckOptions, 'rule' | 'remedy'>;

/** Writes the checks of request schemas as TypeScript source. */
class SchemaChecks {
  /** Checks that several schemas use, by the names of their constants, in the order in which they need each other. */
  readonly constants: Map<string, Source> = new Map();
  /** What a client cannot check before it sends a call: the service decides. */
  readonly unchecked: Set<string> = new Set();
  /** The references that are being followed. */
  readonly #open: string[] = [];

  /**
   * The check of a schema.
   * @param what Names it where something is left unchecked, such as `iban of BankAccount`.
   * @param outer The options of the schema around it.
   */
  checkOf(schema: Schema, what: string, outer: Inherited = {}): Source {
    const { $ref } = schema;
    if (!$ref) return this.#write(schema, what, outer);
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    if (this.#open.includes($ref)) return this.#leaveUnchecked(`a ${name} inside a ${name}`);
    this.#open.push($ref);
    const shared = resolve(schema);
    const constant = `checkOf${name.replaceAll(/\W/g, '_')}`;
    // Only a schema that inherits nothing has the same check everywhere.
    const isConstant = shared['x-rules'] && shared['x-remedy'];
    if (isConstant && !this.constants.has(constant)) this.constants.set(constant, this.#write(shared, name, {}));
    const check = isConstant ? new Source(constant) : this.#write(shared, name, outer);
    this.#open.pop();
    return check;
  }

  #write(declared: Schema, what: string, outer: Inherited): Source {
    const schema = withForbiddenProperties(declared);
    const { enum: values, items = {}, 'x-fixed': isFixed, pattern, format } = schema;
    const { type = schema.properties && 'object' } = schema;
    const options = optionsOf(schema, outer);
    if (isForbidden(schema)) return callOf('forbidden', options);
    if (schema.discriminator?.mapping) return this.#choice(schema, what, options);
    for (const keyword of Object.keys(schema).filter((each) => !readKeywords.includes(each))) {
      this.#leaveUnchecked(`the keyword ${keyword} of ${what}`);
    }
    if (values) return isFixed ? callOf('fixed', values[0], options) : callOf('oneOf', values, options);
    if (type === 'object') return this.#object(schema, what, options);
    if (type === 'array') {
      return callOf('list', { ...options, items: this.checkOf(items, `an item of ${what}`, options) });
    }
    if (type === 'string') {
      const known = ['absolute-url', 'e164-phone', 'uri', 'utc-timestamp'].find((each) => each === format);
      return callOf('text', { ...options, pattern: pattern && new RegExp(pattern), format: known });
    }
    const name = type && simpleTypes[type];
    if (name) return callOf(name, options);
    // Of a value of any type, a client can refuse only what has bounds.
    return boundKeywords.some((keyword) => keyword in schema) ? callOf('anything', options) : callOf('anything');
  }

  #object(schema: Schema, what: string, options: Inherited): Source {
    const { additionalProperties = {}, properties, required = [], 'x-constraints': constraints = {} } = schema;
    if (!properties && Object.keys(additionalProperties).length > 0) {
      return callOf('map', { ...options, values: this.checkOf(additionalProperties, `a value of ${what}`, options) });
    }
    const checks = Object.entries(properties ?? {}).map(([field, property]) => {
      const isRequired = required.includes(field);
      // A client fills in only what the service demands.
      const demanded = isRequired ? property : { ...property, 'x-fixed': false };
      const rule = constraints[`required.${field}`] ?? constraints['required'];
      return [field, ifRequired(isRequired, this.checkOf(demanded, `${field} of ${what}`, options), rule)];
    });
    return callOf('object', { ...options, properties: properties && Object.fromEntries(checks) });
  }

  #choice({ discriminator, 'x-constraints': constraints }: Schema, what: string, options: Inherited): Source {
    const { propertyName: by, mapping = {} } = discriminator ?? {};
    const requiredBy = constraints?.['required'];
    const kinds = Object.entries(mapping).map(([kind, $ref]) => [kind, this.checkOf({ $ref }, what, options)]);
    return callOf('choice', { ...options, requiredBy, by, kinds: Object.fromEntries(kinds) });
  }

  #leaveUnchecked(what: string): Source {
    this.unchecked.add(what);
    return callOf('anything');
  }
}

/** A check whose value must be given if it is required, by a rule. */
const ifRequired = (isRequired: boolean | undefined, check: Source, rule?: string): Source =>
  isRequired ? callOf('required', check, rule) : check;

/** A schema inherits the rule and the remedy that it lacks from the one around it. */
function optionsOf(schema: Schema, outer: Inherited): Inherited & Record<string, unknown> {
  const { 'x-rules': ids, 'x-remedy': remedy = outer.remedy, 'x-constraints': constraints = {}, nullable } = schema;
  const rules = Object.entries(constraints).filter(([name]) => !name.startsWith('required'));
  const bounds = Object.entries(schema).filter(([keyword]) => boundKeywords.includes(keyword));
  return {
    rule: ids?.[0] ?? outer.rule,
    rules: rules.length > 0 ? Object.fromEntries(rules) : undefined,
    remedy,
    isNullable: nullable === true ? true : undefined,
    ...Object.fromEntries(bounds),
    tests: schema['x-check']?.map(testOf),
  };
}

/** A test by its name. Whether parties balance depends on the names of their roles. */
const testOf = (name: string): Source =>
  name === 'partiesBalance' ? callOf(name, partyRoles) : new Source(`kit.${name}`);
