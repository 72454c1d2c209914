import type { OperationId, OperationInput, SuccessBody } from '../document/operation-types.ts';
import { sealSecrets } from '../document/secret.ts';
import type { CallOptions } from '../transport/call-options.ts';
import { send, type Transport } from '../transport/send.ts';
import { ApiError } from './api-error.ts';
import { readSuccess } from './read-success.ts';

/** Input is left out only where the operation takes none that is required. */
type CallArguments<Id extends OperationId> =
  object extends OperationInput<Id>
    ? [input?: OperationInput<Id>, options?: CallOptions]
    : [input: OperationInput<Id>, options?: CallOptions];

/**
 * Calls any operation of the document by its id and returns the body of the successful answer as the service sent it.
 * Fields that the service fixes may be left out, the body is checked before it is sent, and tokens in the answer come
 * as {@link Secret}.
 * @throws ApiError, or an EscrowError whose code says what happened.
 */
export type Call = <Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>) => Promise<SuccessBody<Id>>;

/** Calls an operation whose answer has to hold what is read of it, by paths such as `data.id`. */
export type CheckedCall = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...needed: string[]
) => Promise<SuccessBody<Id>>;

/** Creates the function that calls any operation. */
export const createCall =
  (transport: Transport): CheckedCall =>
  (operationId, input, options, ...needed) =>
    send(transport, { operationId, input, options }, (exchange) => {
      if (!exchange.response.ok) throw new ApiError(exchange);
      // The document says what a success holds; what is read of it was looked for.
      return sealSecrets(readSuccess(exchange, needed)) as never;
    });
