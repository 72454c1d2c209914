import { partyRoles, resolveReference, type Schema, withForbiddenProperties } from '@escrow-kit/spec';
import type { Reasons } from '../src/rules/keyword-test.ts';
import { callOf, Source } from './source.ts';

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

/** The schema that a reference points to, or the schema itself. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(resolveReference(schema.$ref) as Schema) : schema;

/** Writes the checks of request schemas as TypeScript source. */
export class SchemaChecks {
  /** Checks that several places use, by the names of their constants, in the order in which they need each other. */
  readonly constants: Map<string, Source> = new Map();
  /** What a client can't check before it sends a call: the service decides. */
  readonly unchecked: Set<string> = new Set();
  /** The references that are being followed. */
  readonly #open: string[] = [];

  /** The check of a schema. Its place, such as `iban of BankAccount`, says where something is left unchecked. */
  checkOf(schema: Schema, place: string, outer: Reasons = {}): Source {
    const { $ref } = schema;
    if (!$ref) return this.#write(schema, place, outer);
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    if (this.#open.includes($ref)) return this.#leaveUnchecked(`what ${name} has inside itself`);
    this.#open.push($ref);
    const named = resolve(schema);
    const constant = `checkOf${name.replaceAll(/\W/g, '_')}`;
    // Only a schema that inherits nothing has the same check everywhere.
    const isOwn = named['x-rules'] && named['x-remedy'];
    if (isOwn && !this.constants.has(constant)) this.constants.set(constant, this.#write(named, name, {}));
    const check = isOwn ? new Source(constant) : this.#write(named, name, outer);
    this.#open.pop();
    return check;
  }

  /** The check of a property or a body; `rule` is the one that requires it. */
  propertyOf(check: Source, isRequired: boolean | undefined, rule?: string): Source {
    return isRequired ? callOf('required', check, rule) : callOf('optional', check);
  }

  #write(declared: Schema, place: string, outer: Reasons): Source {
    const schema = withForbiddenProperties(declared);
    const reasons = reasonsOf(schema, outer);
    const check = this.#writeKind(schema, place, reasons);
    const bounds = Object.entries(schema).filter(([keyword]) => boundKeywords.includes(keyword));
    const whole = bounds.length > 0 ? callOf('bounded', check, Object.fromEntries(bounds), reasons) : check;
    return schema['nullable'] === true ? callOf('nullable', whole) : whole;
  }

  #writeKind(schema: Schema, place: string, reasons: Reasons): Source {
    const { type = schema.properties && 'object', enum: values, items = {}, 'x-fixed': isFixed } = schema;
    if (schema.not && Object.keys(schema.not).length === 0) return callOf('forbidden', reasons);
    if (schema.discriminator?.mapping) return this.#choice(schema, place, reasons);
    for (const keyword of Object.keys(schema).filter((each) => !readKeywords.includes(each))) {
      this.#leaveUnchecked(`the keyword ${keyword} of ${place}`);
    }
    if (values) return isFixed ? callOf('fixed', values[0], reasons) : callOf('oneOf', values, reasons);
    if (type === 'object') return this.#object(schema, place, reasons);
    if (type === 'array') {
      const check = this.checkOf(items, `an item of ${place}`, reasons);
      return callOf('list', { ...withTests(schema, reasons), items: check });
    }
    if (type === 'string') return this.#text(schema, reasons);
    const name = type && simpleTypes[type];
    return name ? callOf(name, reasons) : callOf('anything');
  }

  #text(schema: Schema, reasons: Reasons): Source {
    const { pattern, format } = schema;
    const known = ['uri', 'utc-timestamp'].find((each) => each === format);
    return callOf('text', { ...withTests(schema, reasons), pattern: pattern && new RegExp(pattern), format: known });
  }

  #object(schema: Schema, place: string, reasons: Reasons): Source {
    const { additionalProperties = {}, properties, required = [], 'x-constraints': constraints = {} } = schema;
    if (!properties && Object.keys(additionalProperties).length > 0) {
      const values = this.checkOf(additionalProperties, `a value of ${place}`, reasons);
      return callOf('map', { ...withTests(schema, reasons), values });
    }
    const entries = Object.entries(properties ?? {}).map(([name, property]) => {
      const isRequired = required.includes(name);
      // A client fills in only what the service demands.
      const demanded = isRequired ? property : { ...property, 'x-fixed': false };
      const check = this.checkOf(demanded, `${name} of ${place}`, reasons);
      return [name, this.propertyOf(check, isRequired, constraints[`required.${name}`] ?? constraints['required'])];
    });
    return callOf('object', { ...reasons, properties: properties && Object.fromEntries(entries) });
  }

  #choice({ discriminator, 'x-constraints': constraints }: Schema, place: string, reasons: Reasons): Source {
    const { propertyName: by, mapping = {} } = discriminator ?? {};
    const kinds = Object.entries(mapping).map(([name, $ref]) => [name, this.checkOf({ $ref }, place, reasons)]);
    const requiredBy = constraints?.['required'];
    return callOf('choice', { ...reasons, requiredBy, by, kinds: Object.fromEntries(kinds) });
  }

  #leaveUnchecked(what: string): Source {
    this.unchecked.add(what);
    return callOf('anything');
  }
}

/** A schema inherits the rule and the remedy that it lacks from the one around it. */
function reasonsOf(schema: Schema, { rule, remedy }: Reasons): Reasons {
  const constraints = Object.entries(schema['x-constraints'] ?? {}).filter(([name]) => !name.startsWith('required'));
  return {
    rule: schema['x-rules']?.[0] ?? rule,
    rules: constraints.length > 0 ? Object.fromEntries(constraints) : undefined,
    remedy: schema['x-remedy'] ?? remedy,
  };
}

/** Adds the tests that a schema lists by name. Whether parties balance depends on the names of their roles. */
function withTests({ 'x-check': names = [] }: Schema, reasons: Reasons): object {
  if (names.length === 0) return reasons;
  const testOf = (name: string) => (name === 'partiesBalance' ? callOf(name, partyRoles) : new Source(`kit.${name}`));
  return { ...reasons, namedTests: Object.fromEntries(names.map((name) => [name, testOf(name)])) };
}
