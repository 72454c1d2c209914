import { ApiError } from './errors/api-error.ts';
import { EscrowError, fail } from './errors/escrow-error.ts';
import { secretFields } from './generated/operations.ts';
import type { OperationId, OperationInput, SuccessBody } from './operation-types.ts';
import type { CallOptions } from './options.ts';
import type { RawClients } from './raw.ts';
import { Secret } from './secret.ts';
import { operationOf } from './transport/operation-of.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import type { Exchange } from './transport/send.ts';

/** Input is left out only where the operation takes none that is required. */
type CallArguments<Id extends OperationId> =
  object extends OperationInput<Id>
    ? [input?: OperationInput<Id>, options?: CallOptions]
    : [input: OperationInput<Id>, options?: CallOptions];

/**
 * Calls any operation of the document by its id and returns the body of the successful answer as the service sent it.
 * Fields that the service fixes may be left out, the body is checked before it is sent, and tokens in the answer come
 * as {@link Secret}.
 * @throws ApiError, RuleViolationError, or an EscrowError whose code says what happened.
 */
export type Call = <Id extends OperationId>(operationId: Id, ...input: CallArguments<Id>) => Promise<SuccessBody<Id>>;

/** Calls an operation whose answer has to hold what is read of it, by paths such as `data.id`. */
export type CheckedCall = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...needed: string[]
) => Promise<SuccessBody<Id>>;

/** The part of openapi-fetch that is called here, where the operation is known at run time only. */
interface UntypedClient {
  request(method: string, template: string, options: object): Promise<unknown>;
}

const seal = (name: string, value: unknown): unknown =>
  secretFields.includes(name) && typeof value === 'string' ? new Secret(value) : value;

/** Creates the function that calls any operation. */
export function createCall(raw: RawClients): CheckedCall {
  return async (operationId, input, options, ...needed) => {
    const { host, method, template } = operationOf(operationId);
    const { path, query, body } = input ?? {};
    const exchange = {} as Exchange;
    const init = { params: { path, query }, body, parseAs: 'stream', signal: options?.signal, call: options, exchange };
    const client = raw[host] as unknown as UntypedClient;
    await client.request(method, template, init).catch((cause) => {
      if (cause instanceof EscrowError) throw cause;
      // An answer that can't be made a response again is an answer: the call may be carried out.
      if (!exchange.response)
        fail('configuration', "the input can't be encoded, see the cause.", { operationId, cause });
    });
    const parsed = parseJson(exchange.text, seal);
    if (exchange.response.ok) return readSuccess(exchange, parsed, needed) as never;
    throw new ApiError(exchange, parsed);
  };
}
