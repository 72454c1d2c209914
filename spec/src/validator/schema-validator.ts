import { Ajv, type Options } from 'ajv';
import formats from 'ajv-formats';
import type { Schema } from '../document.ts';
import { expandSchema } from './expand-schema.ts';
import { toViolations, type Violation } from './violation.ts';

/** Lists every violation of a value; none means that the schema accepts it. Never throws on a value. */
export type Validate = (value: unknown) => Violation[];

/**
 * Compiles a schema once for many values. Takes a pointer into the document, such as
 * `#/components/schemas/AddPartiesRequest`, or a schema, whose references point into the document.
 * Throws where the pointer points to nothing.
 */
export function createValidator(schema: string | Schema): Validate {
  return compile(typeof schema === 'string' ? { $ref: schema } : schema);
}

/** Compiles with options of Ajv beyond our own. */
export function compile(schema: Schema, options: Options = {}): Validate {
  const ajv = new Ajv({ strict: false, allErrors: true, ...options });
  formats.default(ajv);
  const expanded = expandSchema(schema);
  const check = ajv.compile(expanded);
  return (value) => (check(value) ? [] : toViolations(check.errors ?? [], expanded));
}
