import type { OperationId } from '@escrow-kit/spec';
import type { Handler } from './call.ts';
import * as contracts from './contracts.ts';
import * as customers from './customers.ts';
import * as generic from './generic.ts';
import * as legacy from './legacy.ts';
import * as payments from './payments.ts';
import * as usersApi from './users-api.ts';

/** A handler for each operation. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** The handler of each operation of the document: the function of its name. */
export const handlers: Handlers = {
  ...contracts,
  ...customers,
  ...generic,
  ...legacy,
  ...payments,
  ...usersApi,
};
