import type { OperationId } from '@escrow-kit/client';
import { findOperation, operations } from './interaction/find-operation.ts';
import { interaction } from './interaction/interaction.ts';
import { samples } from './interaction/samples.ts';

const rulesOf = (operation: OperationId) => findOperation(operation).operation['x-rules'];

// Named by path and purpose only: nothing of their answers is shown.
for (const operation of [...operations.keys()].filter((id) => rulesOf(id).includes('UAPI-7'))) {
  const { given } = samples[operation];
  interaction(`UAPI-7 ${operation} is accepted`, { operation, given, rules: ['AUTH-11'], status: 200 });
}
