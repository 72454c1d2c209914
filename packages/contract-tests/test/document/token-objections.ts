import type { OpenApiDocument } from '@escrow-kit/spec';
import { operationIdOf, type PactInteraction, pactInteractions, tokenOf } from '../pacts/read-interactions.ts';
import { operationsOf } from './operations-of.ts';

function objectionTo(interaction: PactInteraction, accepted: string[]): string | undefined {
  const sent = tokenOf(interaction);
  if (accepted.length === 0) return sent === 'none' ? undefined : `sends ${sent}, but no token is accepted`;
  const isDeliberate = interaction.description.startsWith('AUTH-') && interaction.response.status >= 400;
  return accepted.includes(sent) || isDeliberate
    ? undefined
    : `sends ${sent}, but ${accepted.join(' or ')} is expected`;
}

/**
 * Compares the kind of token of each interaction with the security of its operation. Every kind is a bearer token, so no other tool can
 * tell them apart. A wrong kind on purpose is refused, by a rule of tokens.
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
