import { type OpenApiDocument, type Schema, withForbiddenProperties } from '@escrow-kit/spec';
import type { Reasons } from '../src/rules/keyword-test.ts';
import { callOf, Source, schemaNameOf, source } from './source.ts';

const boundKeywords = [
  ...['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'minProperties', 'maxProperties'],
];

/** Keywords that do not restrict values, and those that are read together with the keyword that decides. */
const otherKeywords = new Set([
  ...['title', 'description', 'example', 'x-known-values', 'x-not-shown', 'x-open', 'x-sensitive', 'x-rules', 'x-remedy'],
  ...['x-constraints', 'x-check', 'x-fixed', 'type', 'required'],
  ...['default', 'deprecated', 'externalDocs', 'readOnly', 'writeOnly', 'xml'],
  ...boundKeywords,
]);

/** The formats that a client checks. */
const checkedFormats: readonly unknown[] = ['uri', 'utc-timestamp'];

/** How checks are written. */
export interface CheckWriting {
  /** Whether a client knows the words of a rule. A keyword that states another rule is checked without it, so always. */
  isKnownRule(id: string): boolean;
  /** Receives each keyword that a client can not check: the service decides. */
  onUnchecked(what: string): void;
}

/** For the service's own document, of which nothing may be left out. */
const completely: CheckWriting = {
  isKnownRule: () => true,
  onUnchecked(what) {
    throw new Error(`The client has no check for ${what}.`);
  },
};

/** Writes checks of request schemas as source: a constant for each named schema, in the order in which they are needed. */
export class SchemaChecks {
  /** The constants, by the names of their schemas. */
  readonly constants: Map<string, Source> = new Map();
  /** The ids of the rules that the checks name. */
  readonly ruleIds: Set<string> = new Set();
  readonly #document: OpenApiDocument;
  readonly #writing: CheckWriting;
  /** The named schemas that are being written. */
  readonly #open: string[] = [];

  constructor(document: OpenApiDocument, writing: CheckWriting = completely) {
    this.#document = document;
    this.#writing = writing;
  }

  /** The check of a schema. It inherits a missing rule or remedy from the schemas around it, nearest first. */
  checkOf(schema: Schema, around: readonly Schema[] = []): Source {
    if (!schema.$ref) return this.#write(schema, around);
    const name = schemaNameOf(schema.$ref);
    const named = this.resolve(schema);
    if (this.#open.includes(name)) return this.#leaveUnchecked(`what ${name} has inside itself`);
    this.#open.push(name);
    // Only a schema that inherits nothing has the same check everywhere.
    const isOwn = named['x-rules'] && named['x-remedy'];
    if (isOwn && !this.constants.has(name)) this.constants.set(name, this.#write(named, []));
    const check = isOwn ? new Source(constantNameOf(name)) : this.#write(named, around);
    this.#open.pop();
    return check;
  }

  #leaveUnchecked(what: string): Source {
    this.#writing.onUnchecked(what);
    return callOf('anything');
  }

  /** The schema that a reference points to, or the schema itself. */
  resolve(schema: Schema): Schema {
    if (!schema.$ref) return schema;
    const named = this.#document.components.schemas[schemaNameOf(schema.$ref)];
    if (!named) throw new Error(`The document has no schema "${schema.$ref}".`);
    return named;
  }

  /** A property, and whether it is required. */
  propertyOf(check: Source, isRequired: boolean, rule?: string): Source {
    if (!isRequired) return callOf('optional', check);
    return callOf('required', check, this.#recordRule(rule));
  }

  #write(declared: Schema, around: readonly Schema[]): Source {
    const { nullable, ...schema } = withForbiddenProperties(declared);
    const reasons = this.#reasonsOf(schema, around);
    const bounds = Object.entries(schema).filter(([keyword]) => boundKeywords.includes(keyword));
    const check = this.#writeKind(schema, around, reasons);
    const whole = bounds.length > 0 ? callOf('bounded', check, Object.fromEntries(bounds), reasons) : check;
    return nullable === true ? callOf('nullable', whole) : whole;
  }

  #writeKind(schema: Schema, around: readonly Schema[], reasons: Reasons): Source {
    if (schema.not) return this.#only(schema, ['not'], callOf('forbidden', reasons));
    if (schema.discriminator?.mapping) return this.#choice(schema, around, reasons);
    if (schema.enum) return this.#enumeration(schema, schema.enum, reasons);
    if (schema.type === 'object') return this.#object(schema, around, reasons);
    if (schema.type === 'array') return this.#list(schema, around, reasons);
    if (schema.type === 'string') return this.#text(schema, reasons);
    if (schema.type === undefined) return this.#only(schema, [], callOf('anything'));
    const functions: Record<string, string> = { number: 'number', integer: 'wholeNumber', boolean: 'truthValue' };
    const name = functions[schema.type];
    if (!name) return this.#leaveUnchecked(`the type "${schema.type}"`);
    // The format of a number is a width for other generators, and no bound.
    return this.#only(schema, ['format'], callOf(name, reasons));
  }

  /** Reports a keyword that the check does not cover, so that no constraint is dropped silently. */
  #only(schema: Schema, covered: readonly string[], check: Source): Source {
    for (const keyword of Object.keys(schema)) {
      if (otherKeywords.has(keyword) || covered.includes(keyword)) continue;
      this.#writing.onUnchecked(`the keyword "${keyword}" of ${source(schema).replaceAll(/\s+/g, ' ')}`);
    }
    return check;
  }

  #reasonsOf(schema: Schema, around: readonly Schema[]): Reasons {
    const all = [schema, ...around];
    const constraints = Object.entries(schema['x-constraints'] ?? {}).filter(
      ([name, id]) => !name.startsWith('required') && this.#recordRule(id) !== undefined,
    );
    return {
      rule: this.#recordRule(all.find((candidate) => candidate['x-rules'])?.['x-rules']?.[0]),
      rules: constraints.length > 0 ? Object.fromEntries(constraints) : undefined,
      remedy: all.find((candidate) => candidate['x-remedy'])?.['x-remedy'],
    };
  }

  #recordRule(rule: string | undefined): string | undefined {
    if (rule === undefined || !this.#writing.isKnownRule(rule)) return undefined;
    this.ruleIds.add(rule);
    return rule;
  }

  #text(schema: Schema, reasons: Reasons): Source {
    const { pattern, format } = schema;
    if (pattern && !reasons.remedy) this.#writing.onUnchecked(`the pattern ${pattern} in words: give it an x-remedy`);
    const options = {
      ...reasons,
      pattern: pattern && new RegExp(pattern),
      format: checkedFormats.includes(format) ? format : undefined,
      namedTests: namedTestsOf(schema),
    };
    return this.#only(schema, ['pattern', 'format'], callOf('text', options));
  }

  #enumeration(schema: Schema, values: unknown[], reasons: object): Source {
    const check = schema['x-fixed'] ? callOf('fixed', values[0], reasons) : callOf('oneOf', values, reasons);
    return this.#only(schema, ['enum'], check);
  }

  #list(schema: Schema, around: readonly Schema[], reasons: object): Source {
    const items = this.checkOf(schema.items ?? {}, [schema, ...around]);
    return this.#only(schema, ['items'], callOf('list', { ...reasons, namedTests: namedTestsOf(schema), items }));
  }

  #object(schema: Schema, around: readonly Schema[], reasons: object): Source {
    const { additionalProperties = {}, properties } = schema;
    const inside = [schema, ...around];
    if (Object.keys(additionalProperties).length > 0 && !properties) {
      const options = { ...reasons, namedTests: namedTestsOf(schema) };
      const values = this.checkOf(additionalProperties, inside);
      return this.#only(schema, ['additionalProperties'], callOf('map', { ...options, values }));
    }
    const options = { ...reasons, properties: properties && this.#properties(schema, properties, inside) };
    return this.#only(schema, ['additionalProperties', 'properties'], callOf('object', options));
  }

  #properties(schema: Schema, properties: Record<string, Schema>, inside: readonly Schema[]): object {
    const { required = [], 'x-constraints': constraints = {} } = schema;
    const entries = Object.entries(properties).map(([name, property]) => {
      const rule = constraints[`required.${name}`] ?? constraints['required'];
      return [name, this.propertyOf(this.checkOf(property, inside), required.includes(name), rule)];
    });
    return Object.fromEntries(entries);
  }

  #choice(schema: Schema, around: readonly Schema[], reasons: object): Source {
    const { propertyName: by, mapping = {} } = schema.discriminator ?? {};
    const kinds = Object.entries(mapping).map(([name, $ref]) => [name, this.checkOf({ $ref }, [schema, ...around])]);
    const requiredBy = this.#recordRule(schema['x-constraints']?.['required']);
    const options = { ...reasons, requiredBy, by, kinds: Object.fromEntries(kinds) };
    return this.#only(schema, ['oneOf', 'discriminator'], callOf('choice', options));
  }
}

/** The name of the constant that holds the check of a named schema. */
export const constantNameOf = (schemaName: string): string => schemaName.charAt(0).toLowerCase() + schemaName.slice(1);

/** The tests that a schema lists by name. */
const namedTestsOf = ({ 'x-check': names = [] }: Schema): object | undefined =>
  names.length > 0 ? Object.fromEntries(names.map((name) => [name, namedTest(name)])) : undefined;

/** Whether parties balance depends on the names of their roles. */
const namedTest = (name: string): Source => new Source(name === 'partiesBalance' ? `${name}(partyRoles)` : name);
