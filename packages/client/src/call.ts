import { ApiError } from './errors/api-error.ts';
import { EscrowError } from './errors/escrow-error.ts';
import { operationTable, secretFields } from './generated/operations.ts';
import type { OperationId, OperationInput, SuccessBody } from './operation-types.ts';
import type { RawClients } from './raw.ts';
import { Secret } from './secret.ts';
import type { CallOptions, Exchange } from './transport/send.ts';

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

/** The part of openapi-fetch that is called here, where the operation is known at run time only. */
interface UntypedClient {
  request(method: string, template: string, options: object): Promise<{ response: Response }>;
}

/** The JSON value of a text, with its tokens wrapped. Anything else gives nothing. */
function decode(text: string): { value?: unknown } {
  try {
    const seal = (name: string, value: unknown) =>
      secretFields.includes(name) && typeof value === 'string' ? new Secret(value) : value;
    return { value: JSON.parse(text, seal) };
  } catch {
    return {};
  }
}

/** The body of a success, or an ApiError. A success that is not JSON is accepted only where no body is shown. */
function bodyOf(operationId: OperationId, { answer, attempts, outcome }: Exchange): unknown {
  const { status, text } = answer;
  const decoded = decode(text);
  if (status < 200 || status > 299) {
    throw new ApiError(operationId, answer, 'value' in decoded ? decoded.value : text, attempts, outcome);
  }
  const { host, isAnswerOpen } = operationTable[operationId];
  if ('value' in decoded) return decoded.value;
  if (isAnswerOpen) return text || undefined;
  const message = `${operationId} was carried out, but its answer (${status}) is not JSON.`;
  throw new EscrowError('decode', message, { operationId, host, attempts, outcome });
}

/** Creates the function that calls any operation. */
export function createCall(raw: RawClients, exchanges: WeakMap<Response, Exchange>): Call {
  return async (operationId, ...[input, options]) => {
    if (!Object.hasOwn(operationTable, operationId)) {
      throw new EscrowError('configuration', `"${operationId}" is no operation: use an operationId of the document.`);
    }
    const { host, method, template } = operationTable[operationId];
    const { path, query, body } = input ?? {};
    const init = { params: { path, query }, body, parseAs: 'stream', signal: options?.signal, call: options };
    const client = raw[host] as unknown as UntypedClient;
    const { response } = await client.request(method, template, init).catch((cause) => {
      if (cause instanceof EscrowError) throw cause;
      throw new EscrowError('configuration', `${operationId} was not sent: its input can't be encoded.`, { cause });
    });
    return bodyOf(operationId, exchanges.get(response) as Exchange) as never;
  };
}
