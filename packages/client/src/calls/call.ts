import type { OperationId, OperationInput, SuccessBody } from '../document/operation-types.ts';
import { sealSecrets } from '../document/secret.ts';
import type { CallOptions } from '../transport/call-options.ts';
import type { Transport } from '../transport/prepared-call.ts';
import { send } from '../transport/send.ts';
import { ApiError } from './api-error.ts';
import { readSuccess } from './read-success.ts';

/**
 * Calls an operation for a resource and returns the body of its success, tokens sealed as {@link Secret}.
 * @param needed The fields that the answer has to have, by paths such as `data.id`.
 * @throws ApiError, or an EscrowError whose code says what happened.
 */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...needed: string[]
) => Promise<SuccessBody<Id>>;

/** Creates the function that resources call operations with. */
export const createCall =
  (transport: Transport): Call =>
  (operationId, input, options, ...needed) =>
    send(transport, { operationId, input, options }, (exchange) => {
      if (!exchange.response.ok) throw new ApiError(exchange);
      // The document states what a success holds, and `readSuccess` has looked for what is needed of it.
      return sealSecrets(readSuccess(exchange, needed)) as never;
    });
