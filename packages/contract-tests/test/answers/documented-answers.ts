import { operations } from '@escrow-kit/spec';

/** Every documented answer, as `<operationId> <status>`. The webhook's answers are the receiver's, not the service's. */
export const documentedAnswers: readonly string[] = operations.flatMap(({ id, responses }) =>
  Object.keys(responses).map((status) => `${id} ${status}`),
);
