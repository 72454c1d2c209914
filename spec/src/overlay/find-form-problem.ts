import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv, type ErrorObject } from 'ajv';
import type { OpenApiDocument } from '../document/document.ts';
import { extensionSchema } from './extension-schema.ts';

// Both schemas are valid; checking them again would take as long as checking a document.
const hasExtensions = new Ajv({ strict: false, validateSchema: false }).compile(extensionSchema);
const openApi = new Validator({ validateSchema: false });

/** The first place where a document is not of the form of OpenAPI 3.0 and our extensions; undefined if there is none. */
export async function findFormProblem(document: OpenApiDocument): Promise<string | undefined> {
  if (!hasExtensions(document)) return describe(hasExtensions.errors?.[0]);
  // A webhook is an operation like others, which OpenAPI 3.0 has no place for.
  const paths = { ...document.paths, '/x-webhooks/contractEvent': document['x-webhooks']['contractEvent'] };
  const { valid, errors } = await openApi.validate({ ...document, paths });
  return valid ? undefined : describe(Array.isArray(errors) ? (errors[0] as ErrorObject) : undefined, errors);
}

function describe(error: ErrorObject | undefined, other: unknown = ''): string {
  if (!error) return `The result is no OpenAPI 3.0 document: ${String(other)}`;
  const { instancePath, message, params } = error;
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown[] };
  const details = additionalProperty ?? allowedValues?.join(', ');
  return `The result is no document of this kind: #${instancePath} ${message}${details === undefined ? '' : ` (${details})`}.`;
}
