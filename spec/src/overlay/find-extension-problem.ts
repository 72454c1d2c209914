import { BlockList, isIP } from 'node:net';
import type { OpenApiDocument, TokenSource } from '../document/document.ts';
import { factsOf, operationsIn, webhookOf } from '../document/read-facts.ts';

/** What an overlay may not do with hosts, tokens, and the webhook; undefined if nothing. */
export function findExtensionProblem(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  if (document.openapi !== base.openapi) return `The document stays OpenAPI ${base.openapi}.`;
  const host = base['x-hosts'].find((name) => !document['x-hosts'].includes(name));
  if (host !== undefined) return `The host ${host} may not be removed from x-hosts. Its address may change.`;
  return findTokenProblem(document, base) ?? findWebhookProblem(document);
}

function findTokenProblem({ components, paths }: OpenApiDocument, base: OpenApiDocument): string | undefined {
  const schemes = Object.entries(components.securitySchemes);
  for (const [name, { 'x-token': kind }] of Object.entries(base.components.securitySchemes)) {
    if (components.securitySchemes[name]?.['x-token'] === kind) continue;
    return `The security scheme ${name} may not be removed, and x-token of it stays ${kind}.`;
  }
  const operations = operationsIn(paths).map(({ definition }) => definition);
  const baseOperations = operationsIn(base.paths).map(({ definition }) => definition);
  for (const [name, { 'x-obtained-by': source }] of schemes) {
    const problem = source && findSourceProblem(name, source);
    if (problem) return problem;
  }
  return undefined;

  function findSourceProblem(name: string, { operation: id }: TokenSource): string | undefined {
    if (!operations.some(({ operationId }) => operationId === id)) {
      return `x-obtained-by of ${name} names the operation ${id}, which is not in the document.`;
    }
    if (baseOperations.some(({ operationId, 'x-retry': retry }) => operationId === id && retry === 'write')) {
      return `x-obtained-by of ${name} names ${id}, which may not be repeated, and each new token would be a call of it.`;
    }
    return needs(name, name, [])
      ? `The operation ${id} can't give the token of ${name}, which it takes itself, or for a token that it takes.`
      : undefined;
  }

  /** Whether a token of the first scheme is got by one of the second, over several schemes, too. */
  function needs(name: string, wanted: string, passed: string[]): boolean {
    if (passed.includes(name)) return false;
    const id = components.securitySchemes[name]?.['x-obtained-by']?.operation;
    const taken = operations.find(({ operationId }) => operationId === id)?.security.flatMap(Object.keys) ?? [];
    return taken.includes(wanted) || taken.some((scheme) => needs(scheme, wanted, [...passed, name]));
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
    : `x-allowed-addresses has ${wrong}, which is no IP address and no block such as 192.0.2.0/24, or has nearly every address.`;
}

/** As `createEventSource` of `@escrow-kit/webhooks/deployment` accepts it. */
function isAddress(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 6 ? 128 : 32;
  const bits = length === undefined ? most : Number(/^\d{1,3}$/.exec(length)?.[0] ?? 0);
  return version !== 0 && bits >= 8 && bits <= most && rest.length === 0 && !hasAllOfIPv4(address, bits);
}

/** Whether a block of IPv6 has all addresses of IPv4, which are `::ffff:0:0/96` in it. */
function hasAllOfIPv4(address: string, bits: number): boolean {
  if (isIP(address) !== 6 || bits > 96) return false;
  const block = new BlockList();
  block.addSubnet(address, bits, 'ipv6');
  return block.check('::ffff:0:0', 'ipv6');
}

/** What code needs of the document and does not find; undefined if nothing. */
export function findMissingFact(document: OpenApiDocument): string | undefined {
  try {
    factsOf(document);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
