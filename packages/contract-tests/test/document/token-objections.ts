import type { OpenApiDocument } from '@escrow-kit/spec';
import { operationIdOf, type PactInteraction, pactInteractions, tokenOf } from '../pacts/read-interactions.ts';
import { operationsOf } from './operations-of.ts';

/** The name of the state value in the Authorization header, or what is there instead. */
function sentToken({ request }: PactInteraction): string {
  const expression = request.generators?.header?.['Authorization']?.expression;
  if (expression) return /^Bearer \$\{(\w+)\}$/.exec(expression)?.[1] ?? 'malformed';
  return request.headers?.['Authorization'] ? 'unknown' : 'none';
}

function objectionTo(interaction: PactInteraction, accepted: string[]): string | undefined {
  const sent = sentToken(interaction);
  const mark = tokenOf(interaction);
  const isRefused = interaction.response.status >= 400;
  if (accepted.length === 0) return sent === 'none' ? undefined : `sends ${sent}, but no token is accepted`;
  if (accepted.includes(sent)) return mark === sent ? undefined : `sends ${sent}, which is marked as "${mark}"`;
  const isDeliberate = mark === sent || mark === `wrong kind: ${sent}`;
  if (isDeliberate && isRefused) return undefined;
  return `sends ${sent}, but ${accepted.join(' or ')} is expected`;
}

/**
 * Compares the kind of token of each interaction with the security of its operation: the value in the Authorization header is
 * named after a security scheme. Every kind is a bearer token, so no other tool can tell them apart. A wrong kind on purpose is
 * marked as such, and refused.
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
