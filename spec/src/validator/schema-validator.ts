import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Schema } from '../document/document.ts';
import type { ReferenceTarget } from '../document/load.ts';
import { openApiDocument } from '../document/load.ts';
import { isUtcTimestamp } from '../formats/utc-timestamp.ts';
import { expandSchema } from './expand-schema.ts';
import { toViolations, type Violation } from './violation.ts';

/** Lists the first 100 violations of a value; an empty list means that the schema accepts it. Never throws on a value. */
export type Validate = (value: unknown) => Violation[];

/**
 * Compiles a schema, given as such or by a pointer such as `#/components/schemas/AddPartiesRequest`. Its references point into
 * `document`; default: the service's. Throws if the pointer points to nothing.
 */
export function createValidator(schema: string | Schema, document: ReferenceTarget = openApiDocument): Validate {
  return compile(typeof schema === 'string' ? { $ref: schema } : schema, { document });
}

interface CompileOptions {
  /** Numbers and truth values may be text, as in a path or a query. Default: false. */
  coerceTypes?: boolean;
  document?: ReferenceTarget;
}

export function compile(
  schema: Schema,
  { coerceTypes = false, document = openApiDocument }: CompileOptions = {},
): Validate {
  const ajv = coerceTypes ? coercing() : exact();
  const expanded = expandSchema(schema, document);
  const check = ajv.compile(expanded);
  // Ajv would store every schema forever; the compiled check does not need it.
  ajv.removeSchema(expanded);
  return (value) => (check(value) ? [] : toViolations(check.errors ?? [], expanded));
}

/** Creating an Ajv takes longer than compiling most schemas, so all schemas share one of each kind. */
const exact = once(() => createAjv(false));
const coercing = once(() => createAjv(true));

function createAjv(coerceTypes: boolean): Ajv {
  // Without a check of each schema, which takes longer than compiling most of them: the document is linted, and overlays are checked.
  const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes, validateSchema: false });
  formats.default(ajv);
  ajv.addFormat('utc-timestamp', isUtcTimestamp);
  return ajv;
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}
