import type { OperationId } from '@escrow-kit/client';
import { findOperation, operations } from './interaction/find-operation.ts';
import { interaction } from './interaction/interaction.ts';
import { refusal } from './interaction/refusal.ts';
import { samples } from './interaction/samples.ts';

const rulesOf = (operation: OperationId) => findOperation(operation).operation['x-rules'];

// Named by path and purpose only: what they take and answer is not shown.
for (const operation of [...operations.keys()].filter((id) => rulesOf(id).includes('UAPI-7'))) {
  const { given, request } = samples[operation];
  interaction(`UAPI-7 ${operation} is accepted`, {
    operation,
    given,
    rules: ['AUTH-11'],
    basis: 'assumed',
    status: 200,
  });
  if (request.body === undefined) continue;
  refusal(`UAPI-7 a list instead of an object is refused by ${operation}`, operation, {
    basis: 'assumed',
    body: [],
  });
}
