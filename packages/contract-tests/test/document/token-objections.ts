import type { OpenApiDocument } from '@escrow-kit/spec';
import { operationIdOf, type PactInteraction, pactInteractions, tokenOf } from '../pacts/read-interactions.ts';
import { operationsOf } from './operations-of.ts';

/** The value of the state that stands in the Authorization header, or what stands there instead. */
function sentToken({ request }: PactInteraction): string {
  const expression = request.generators?.header?.['Authorization']?.expression;
  if (expression) return /^Bearer \$\{(\w+)\}$/.exec(expression)?.[1] ?? 'malformed';
  return request.headers?.['Authorization'] ? 'unknown' : 'none';
}

function objectionTo(interaction: PactInteraction, accepted: string[]): string | undefined {
  const sent = sentToken(interaction);
  const mark = tokenOf(interaction);
  const isRefused = interaction.response.status >= 400;
  if (accepted.length === 0) return sent === 'none' ? undefined : `sends ${sent}, where no token is taken`;
  if (accepted.includes(sent)) return mark === sent ? undefined : `sends ${sent}, which is marked as "${mark}"`;
  const isDeliberate = mark === sent || mark === `wrong kind: ${sent}`;
  if (isDeliberate && isRefused) return undefined;
  return `sends ${sent}, where ${accepted.join(' or ')} is taken`;
}

/**
 * Compares the kind of token of each interaction with the security of its operation: the name of the value that stands in
 * the Authorization header is the name of a security scheme. Every kind is a bearer token, so that no other tool tells them
 * apart. Another kind on purpose is marked as such, and refused.
 */
export function findTokenObjections(document: OpenApiDocument, interactions = pactInteractions): string[] {
  const operations = operationsOf(document);
  return interactions.flatMap((interaction) => {
    if (interaction.type !== 'Synchronous/HTTP') return [];
    const operation = operations.get(operationIdOf(interaction));
    if (!operation) return [`${interaction.description}: the document has no such operation`];
    const accepted = operation.security.flatMap((entry) => Object.keys(entry));
    const objection = objectionTo(interaction, accepted);
    return objection ? [`${interaction.description}: ${objection}`] : [];
  });
}
