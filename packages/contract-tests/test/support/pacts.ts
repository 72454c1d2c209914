import { findOperation } from '@escrow-kit/spec';
import type { Interaction, Pact } from '../../src/pacts/pact-document.ts';
import { readKitPacts } from '../../src/pacts/pact-files.ts';

/** The pacts of the package. */
export const allPacts: readonly Pact[] = readKitPacts();

/** Their interactions. */
export const allInteractions: readonly Interaction[] = allPacts.flatMap(({ interactions }) => interactions);

/** The pacts with only the wanted interactions. */
export function filterPacts(isWanted: (interaction: Interaction) => boolean): Pact[] {
  return allPacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter(isWanted) }));
}

/** The first interaction with each kind of answer of each operation. */
export function firstOfEachAnswer(interactions: readonly Interaction[]): Interaction[] {
  return [...Map.groupBy(interactions, answerOf).values()].flatMap(([first]) => first ?? []);
}

/** The operation and the kind of its answer, such as a refusal. */
function answerOf({ request, response }: Interaction): string {
  const found = request && findOperation(request.method, request.path);
  return `${found?.operation.id} ${Math.floor((response?.status ?? 0) / 100)}XX`;
}
