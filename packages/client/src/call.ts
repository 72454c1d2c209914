import { ApiError } from './errors/api-error.ts';
import { type SecretField, secretFields } from './generated/operations.ts';
import type { OperationId, OperationInput, SuccessBody } from './operation-types.ts';
import type { CallOptions } from './options.ts';
import { isText } from './rules/is-text.ts';
import { Secret } from './secret.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import { send, type Transport } from './transport/send.ts';

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

const seal = (name: string, value: unknown): unknown =>
  secretFields.includes(name) && isText(value) ? new Secret(value, name as SecretField) : value;

/** Creates the function that calls any operation. */
export const createCall =
  (transport: Transport): CheckedCall =>
  async (operationId, input, options, ...needed) => {
    const exchange = await send(transport, operationId, input, options);
    const parsed = parseJson(exchange.text, seal);
    if (exchange.response.ok) return readSuccess(exchange, parsed, needed) as never;
    throw new ApiError(exchange, parsed);
  };
