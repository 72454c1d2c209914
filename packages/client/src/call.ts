import { ApiError, isSuccess } from './errors/api-error.ts';
import { configurationError, EscrowError } from './errors/escrow-error.ts';
import { operationTable, secretFields } from './generated/operations.ts';
import type { OperationId, OperationInput, SuccessBody } from './operation-types.ts';
import type { KeptResponse, RawClients } from './raw.ts';
import { Secret } from './secret.ts';
import { parseJson, readSuccess } from './transport/read-success.ts';
import type { CallOptions } from './transport/send.ts';

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
  request(method: string, template: string, options: object): Promise<{ response: KeptResponse }>;
}

const seal = (name: string, value: unknown): unknown =>
  secretFields.includes(name) && typeof value === 'string' ? new Secret(value) : value;

/** Creates the function that calls any operation. */
export function createCall(raw: RawClients): CheckedCall {
  return async (operationId, input, options, ...needed) => {
    if (!Object.hasOwn(operationTable, operationId)) {
      throw configurationError(`"${operationId}" is no operation of the document.`);
    }
    const { host, method, template } = operationTable[operationId];
    const { path, query, body } = input ?? {};
    const init = { params: { path, query }, body, parseAs: 'stream', signal: options?.signal, call: options };
    const client = raw[host] as unknown as UntypedClient;
    const { response } = await client.request(method, template, init).catch((error) => {
      if (!(error instanceof EscrowError) || error.operationId) throw error;
      throw new EscrowError(error.code, error.message, { operationId, cause: error.cause });
    });
    const { answer, progress } = response.exchange;
    const parsed = parseJson(answer.text, seal);
    if (isSuccess(answer.status)) return readSuccess(response.exchange, parsed, needed) as never;
    throw new ApiError(progress, answer, 'value' in parsed ? parsed.value : answer.text);
  };
}
