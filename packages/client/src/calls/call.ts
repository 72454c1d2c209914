import type { OperationId, OperationInput, SuccessBody } from '../document/operation-types.ts';
import { sealSecrets } from '../document/secret.ts';
import type { CallOptions } from '../transport/call-options.ts';
import type { Transport } from '../transport/prepared-call.ts';
import { send } from '../transport/send.ts';
import { ApiError } from './api-error.ts';
import { readSuccess } from './read-success.ts';

/**
 * Calls an operation for a resource and returns the body of its success, tokens sealed as {@link Secret}.
 * @param requiredPaths Paths of the fields that the answer must have, such as `data.id`.
 * @throws ApiError if the service answers with anything but a success; EscrowError for everything else, with a code.
 */
export type Call = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...requiredPaths: string[]
) => Promise<SuccessBody<Id>>;

/** Creates the function that resources call operations with. */
export const createCall =
  (transport: Transport): Call =>
  (operationId, input, options, ...requiredPaths) =>
    send(transport, { operationId, input, options }, (exchange) => {
      if (!exchange.response.ok) throw new ApiError(exchange);
      // `readSuccess` has checked the needed fields; the type of the rest is what the document states.
      return sealSecrets(readSuccess(exchange, requiredPaths), transport.deployment.secretFields) as never;
    });
