import type { OperationId } from '../document/operations.ts';
import type { Handler } from './call.ts';
import { createContract } from './create-contract.ts';

/** What each operation of the document does. */
export const handlers: { [Id in OperationId]?: Handler<Id> } = {
  createContract,
};
