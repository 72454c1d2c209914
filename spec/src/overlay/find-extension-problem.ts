import { isIP } from 'node:net';
import type { OpenApiDocument, TokenSource } from '../document/document.ts';
import { factsOf, webhookOf } from '../document/facts-of.ts';
import { operationsIn } from '../document/operations-in.ts';

/** What an overlay may not do with hosts, tokens, and the webhook; undefined if nothing. */
export function findExtensionProblem(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  if (document.openapi !== base.openapi) return `The document stays OpenAPI ${base.openapi}.`;
  const host = base['x-hosts'].find((name) => !document['x-hosts'].includes(name));
  if (host !== undefined) return `The host ${host} may not be removed from x-hosts. Its address may change.`;
  return findTokenProblem(document, base) ?? findWebhookProblem(document) ?? findMissingFact(document);
}

function findTokenProblem({ components, paths }: OpenApiDocument, base: OpenApiDocument): string | undefined {
  const schemes = Object.entries(components.securitySchemes);
  for (const [name, { 'x-token': kind }] of Object.entries(base.components.securitySchemes)) {
    if (components.securitySchemes[name]?.['x-token'] === kind) continue;
    return `The security scheme ${name} may not be removed, and x-token of it stays ${kind}.`;
  }
  const operations = operationsIn(paths).map(({ definition }) => definition);
  for (const [name, { 'x-obtained-by': source }] of schemes) {
    const problem = source && findSourceProblem(name, source);
    if (problem) return problem;
  }
  return undefined;

  function findSourceProblem(name: string, { operation: id }: TokenSource): string | undefined {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) return `x-obtained-by of ${name} names the operation ${id}, which is not in the document.`;
    const needsItself =
      operation.security.length > 0 && operation.security.every((entry) => Object.hasOwn(entry, name));
    return needsItself ? `The operation ${id} can't give the token of ${name}, which it takes itself.` : undefined;
  }
}

function findWebhookProblem(document: OpenApiDocument): string | undefined {
  const { 'x-signature': signature, 'x-allowed-addresses': addresses } = webhookOf(document);
  if (!signature && !addresses) {
    return 'Without x-signature the webhook needs x-allowed-addresses, from which its requests come: anybody could send one.';
  }
  const wrong = addresses?.find((address) => !isAddress(address));
  return wrong === undefined
    ? undefined
    : `x-allowed-addresses has ${wrong}, which is no IP address and no block such as 192.0.2.0/24.`;
}

function isAddress(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const isBlock = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
  return version !== 0 && isBlock && rest.length === 0;
}

function findMissingFact(document: OpenApiDocument): string | undefined {
  try {
    factsOf(document);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
