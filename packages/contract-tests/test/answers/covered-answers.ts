import { operationIdOf, type PactInteraction, pactInteractions } from '../pacts/read-interactions.ts';
import { documentedAnswers } from './documented-answers.ts';

/** The documented answer of an interaction: by its status, otherwise the one that stands for all other refusals. */
function answerOf(interaction: PactInteraction): string {
  const operationId = operationIdOf(interaction);
  const { status } = interaction.response;
  const answer = `${operationId} ${status}`;
  return documentedAnswers.includes(answer) ? answer : `${operationId} default`;
}

/** How many interactions each answer has, by `<operationId> <status>`. */
export const coveredAnswers: ReadonlyMap<string, number> = pactInteractions
  .filter(({ type }) => type === 'Synchronous/HTTP')
  .map(answerOf)
  .reduce((counts, answer) => counts.set(answer, (counts.get(answer) ?? 0) + 1), new Map<string, number>());
