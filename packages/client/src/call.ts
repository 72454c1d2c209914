import { ApiError, isSuccess } from './errors/api-error.ts';
import { EscrowError } from './errors/escrow-error.ts';
import { operationTable, secretFields } from './generated/operations.ts';
import type { OperationId, OperationInput, SuccessBody } from './operation-types.ts';
import type { RawClients } from './raw.ts';
import { isRecord } from './rules/is-record.ts';
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

/** Calls an operation whose answer has to hold what is read of it, by paths such as `data.id`. */
export type CheckedCall = <Id extends OperationId>(
  operationId: Id,
  input: OperationInput<Id>,
  options: CallOptions | undefined,
  ...needed: string[]
) => Promise<SuccessBody<Id>>;

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

/** What a path such as `data.id` leads to. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((content, name) => (isRecord(content) ? content[name] : undefined), value);

/** The body of a success, or an ApiError. A success that cannot be used is an error only where its body is shown. */
function bodyOf(operationId: OperationId, { answer, attempts, outcome }: Exchange, needed: string[]): unknown {
  const { status, text } = answer;
  const decoded = decode(text);
  if (!isSuccess(status)) {
    throw new ApiError(operationId, answer, 'value' in decoded ? decoded.value : text, attempts, outcome);
  }
  const { host, isAnswerOpen } = operationTable[operationId];
  const missing = needed.filter((path) => ['', null, undefined].includes(at(decoded.value, path) as string));
  if ('value' in decoded && missing.length === 0) return decoded.value;
  if (isAnswerOpen) return text || undefined;
  const lack = missing.length > 0 ? `lacks ${missing.join(', ')}` : 'is not JSON';
  const message = `${operationId} was carried out, but its answer (${status}) ${lack}.`;
  throw new EscrowError('decode', message, { operationId, host, attempts, outcome });
}

/** Creates the function that calls any operation. */
export function createCall(raw: RawClients, exchanges: WeakMap<Response, Exchange>): CheckedCall {
  return async (operationId, input, options, ...needed) => {
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
    return bodyOf(operationId, exchanges.get(response) as Exchange, needed) as never;
  };
}
