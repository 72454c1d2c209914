import { findOperation } from '@escrow-kit/spec';
import type { Interaction } from '../../src/pacts/pact-document.ts';

/** The first interaction with each kind of answer of each operation. */
export function firstOfEachAnswer(interactions: readonly Interaction[]): Interaction[] {
  return [...Map.groupBy(interactions, answerOf).values()].flatMap(([first]) => first ?? []);
}

/** The operation and the kind of its answer, such as a refusal. */
function answerOf({ request, response }: Interaction): string {
  const found = request && findOperation(request.method, request.path);
  return `${found?.operation.id} ${Math.floor((response?.status ?? 0) / 100)}XX`;
}
