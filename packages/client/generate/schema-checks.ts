import { partyRoles, resolveReference, type Schema, withForbiddenProperties } from '@escrow-kit/spec';
import { callOf, Source, source } from './source.ts';

const boundKeywords = [
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];

/** Keywords that restrict no value, and those that are read together with the one that decides. */
const otherKeywords = [
  ...['title', 'description', 'default', 'example', 'deprecated', 'externalDocs', 'readOnly', 'writeOnly', 'xml'],
  ...['x-known-values', 'x-not-shown', 'x-open', 'x-sensitive', 'x-rules', 'x-remedy', 'x-constraints', 'x-check'],
  ...['type', 'required', 'nullable', 'x-fixed', ...boundKeywords],
];

/** The formats that a client checks. */
const checkedFormats: readonly unknown[] = ['uri', 'utc-timestamp'];

/** The rules behind a check, and the remedy. A schema inherits those that it lacks from the one around it. */
interface Reasons {
  rule?: string | undefined;
  rules?: Record<string, string> | undefined;
  remedy?: string | undefined;
}

/** A check as source, and the keywords of the schema that it covers. */
type Written = [check: Source, ...covered: string[]];

/** The name in a reference to a component, such as `BankAccount`. */
export const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

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

  /** The check of a schema. */
  checkOf(schema: Schema, outer: Reasons = {}): Source {
    const { $ref } = schema;
    if (!$ref) return this.#write(schema, outer);
    if (this.#open.includes($ref)) return this.#leaveUnchecked(`what ${nameOf($ref)} has inside itself`);
    this.#open.push($ref);
    const check = this.#writeNamed($ref, outer);
    this.#open.pop();
    return check;
  }

  /** The check of a property or a body; `rule` is the one that requires it. */
  propertyOf(check: Source, isRequired: boolean | undefined, rule?: string): Source {
    return isRequired ? callOf('required', check, rule) : callOf('optional', check);
  }

  /** Only a schema that inherits nothing has the same check everywhere, and so a constant. */
  #writeNamed($ref: string, outer: Reasons): Source {
    const schema = resolve({ $ref });
    if (!schema['x-rules'] || !schema['x-remedy']) return this.#write(schema, outer);
    const constant = `checkOf${nameOf($ref).replaceAll(/\W/g, '_')}`;
    if (!this.constants.has(constant)) this.constants.set(constant, this.#write(schema, {}));
    return new Source(constant);
  }

  #write(declared: Schema, outer: Reasons): Source {
    const schema = withForbiddenProperties(declared);
    const reasons = reasonsOf(schema, outer);
    const [check, ...covered] = this.#writeKind(schema, reasons);
    for (const keyword of Object.keys(schema)) {
      if (otherKeywords.includes(keyword) || covered.includes(keyword)) continue;
      this.#leaveUnchecked(`the keyword "${keyword}" of ${source(schema).replaceAll(/\s+/g, ' ')}`);
    }
    const bounds = Object.entries(schema).filter(([keyword]) => boundKeywords.includes(keyword));
    const whole = bounds.length > 0 ? callOf('bounded', check, Object.fromEntries(bounds), reasons) : check;
    return schema['nullable'] === true ? callOf('nullable', whole) : whole;
  }

  #writeKind(schema: Schema, reasons: Reasons): Written {
    const { type, enum: values, items = {} } = schema;
    const named = { ...reasons, namedTests: namedTestsOf(schema) };
    if (schema.not) return [callOf('forbidden', reasons), 'not'];
    if (schema.discriminator?.mapping) return [this.#choice(schema, reasons), 'oneOf', 'discriminator'];
    if (values && schema['x-fixed']) return [callOf('fixed', values[0], reasons), 'enum'];
    if (values) return [callOf('oneOf', values, reasons), 'enum'];
    if (type === 'object') return this.#object(schema, reasons, named);
    if (type === 'array') return [callOf('list', { ...named, items: this.checkOf(items, reasons) }), 'items'];
    if (type === 'string') return this.#text(schema, named);
    if (type === 'boolean') return [callOf('truthValue', reasons)];
    // The format of a number is a width for other generators, and no bound.
    if (type === 'number') return [callOf('number', reasons), 'format'];
    if (type === 'integer') return [callOf('wholeNumber', reasons), 'format'];
    return [type === undefined ? callOf('anything') : this.#leaveUnchecked(`the type "${type}"`)];
  }

  #text({ pattern, format }: Schema, named: Reasons): Written {
    if (pattern && !named.remedy) this.#leaveUnchecked(`the pattern ${pattern} in words: give it an x-remedy`);
    const known = checkedFormats.includes(format) ? format : undefined;
    return [
      callOf('text', { ...named, pattern: pattern && new RegExp(pattern), format: known }),
      ...['pattern', 'format'],
    ];
  }

  #object({ additionalProperties = {}, ...schema }: Schema, reasons: Reasons, named: Reasons): Written {
    const { properties, required = [], 'x-constraints': constraints = {} } = schema;
    if (!properties && Object.keys(additionalProperties).length > 0) {
      return [callOf('map', { ...named, values: this.checkOf(additionalProperties, reasons) }), 'additionalProperties'];
    }
    const entries = Object.entries(properties ?? {}).map(([name, property]) => {
      const isRequired = required.includes(name);
      // A client fills in only what the service demands.
      const check = this.checkOf(isRequired ? property : { ...property, 'x-fixed': false }, reasons);
      return [name, this.propertyOf(check, isRequired, constraints[`required.${name}`] ?? constraints['required'])];
    });
    const listed = properties && Object.fromEntries(entries);
    return [callOf('object', { ...reasons, properties: listed }), 'properties', 'additionalProperties'];
  }

  #choice({ discriminator, ...schema }: Schema, reasons: Reasons): Source {
    const { propertyName: by, mapping = {} } = discriminator ?? {};
    const kinds = Object.entries(mapping).map(([name, $ref]) => [name, this.checkOf({ $ref }, reasons)]);
    const requiredBy = schema['x-constraints']?.['required'];
    return callOf('choice', { ...reasons, requiredBy, by, kinds: Object.fromEntries(kinds) });
  }

  #leaveUnchecked(what: string): Source {
    this.unchecked.add(what);
    return callOf('anything');
  }
}

function reasonsOf(schema: Schema, { rule, remedy }: Reasons): Reasons {
  const constraints = Object.entries(schema['x-constraints'] ?? {}).filter(([name]) => !name.startsWith('required'));
  return {
    rule: schema['x-rules']?.[0] ?? rule,
    rules: constraints.length > 0 ? Object.fromEntries(constraints) : undefined,
    remedy: schema['x-remedy'] ?? remedy,
  };
}

/** The tests that a schema lists by name. Whether parties balance depends on the names of their roles. */
function namedTestsOf({ 'x-check': names = [] }: Schema): Record<string, Source> | undefined {
  if (names.length === 0) return undefined;
  const tests = names.map((name) => [
    name,
    name === 'partiesBalance' ? callOf(name, partyRoles) : new Source(`kit.${name}`),
  ]);
  return Object.fromEntries(tests);
}
