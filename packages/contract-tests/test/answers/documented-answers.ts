import { operations } from '@escrow-kit/spec';

/** Every documented answer, as `<operationId> <status>`. Without the webhook, whose answers are the receiver's. */
export const documentedAnswers: readonly string[] = operations.flatMap(({ id, responses }) =>
  Object.keys(responses).map((status) => `${id} ${status}`),
);
