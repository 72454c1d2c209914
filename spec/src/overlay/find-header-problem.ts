import { adaptValue } from '../document/adapt-value.ts';
import type { OpenApiDocument, Parameter } from '../document/document.ts';
import { headerName } from './extension-schema.ts';

/** What the kit or the connection sets itself. */
const reserved =
  /^(accept|authorization|connection|content-(length|type)|expect|host|keep-alive|transfer-encoding|upgrade)$/i;

/** Why a header can't be a parameter of an operation, or can't be sent with its example; undefined if it can. */
export function findHeaderProblem(
  { name, example, schema = {} }: Parameter,
  operationId: string,
  document: OpenApiDocument,
): string | undefined {
  if (!new RegExp(headerName).test(name))
    return `The parameter ${name} of ${operationId} does not have a name that a header can have.`;
  if (reserved.test(name))
    return `The header ${name} can't be a parameter of ${operationId}: what sends a request sets it. A token is a security scheme.`;
  const value = example ?? adaptValue(undefined, schema, { document });
  return ['string', 'number', 'boolean'].includes(typeof value) && /^[\t -~\u0080-ÿ]*$/.test(String(value))
    ? undefined
    : `The example of the header ${name} of ${operationId} can't be sent. Write a text of one line, in characters of Latin-1.`;
}
