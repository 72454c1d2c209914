import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument, Operation, Parameter, Schema, Signature } from '../document/document.ts';
import { webhookOf } from '../document/read-facts.ts';

interface Documents {
  document: OpenApiDocument;
  base: OpenApiDocument;
}

/** Has the header parameter of a webhook follow its `x-signature`. Without it, the rules of the signature are off. */
export function followSignature(webhook: Operation, { document, base }: Documents): void {
  const { 'x-signature': before, parameters: baseParameters = [] } = webhookOf(base);
  const { 'x-signature': signature, parameters = [] } = webhook;
  if (isDeepStrictEqual(signature, before)) return;
  const isHeader = (parameter: object): boolean => (parameter as Parameter).name === before?.header;
  const header = baseParameters.find(isHeader) as Parameter;
  const others = parameters.filter((parameter) => !isHeader(parameter));
  webhook.parameters = signature ? [{ ...header, ...signatureParameter(signature, header.schema) }, ...others] : others;
  if (!signature) document['x-rules-off'] = [...(document['x-rules-off'] ?? []), ...(header.schema['x-rules'] ?? [])];
}

/** Name, description and schema of the header that carries a signature. `schema` has what does not depend on it. */
function signatureParameter(
  { header, algorithm, encoding, prefix }: Signature,
  schema: Schema,
): Pick<Parameter, 'name' | 'description' | 'schema'> {
  const bytes = algorithm === 'sha256' ? 32 : 64;
  const hmac = `HMAC-${algorithm.toUpperCase()} of the raw body`;
  const [digits, words] =
    encoding === 'hex'
      ? [`[0-9a-fA-F]{${bytes * 2}}`, `${bytes * 2} hex digits`]
      : [`[0-9A-Za-z+/]{${Math.ceil((bytes * 4) / 3)}}={${(3 - (bytes % 3)) % 3}}`, 'base64'];
  return {
    name: header,
    description: `${hmac} with the webhook secret, in ${encoding === 'hex' ? 'hex of either case' : 'base64'}. Authenticates the request in place of a token.`,
    schema: {
      ...schema,
      pattern: `^${prefix.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${digits}$`,
      'x-remedy': `Write ${prefix}<${encoding}>, the ${hmac} as ${words}.`,
    },
  };
}
