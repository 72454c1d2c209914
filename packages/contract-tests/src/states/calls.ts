import { exampleBodyOf, getOperation } from '@escrow-kit/spec';
import { acceptedBy, type Deployment, optionOf } from '../deployment/deployment.ts';
import { buildRequest } from '../deployment/exchange.ts';
import type { Secrets } from '../deployment/secrets.ts';
import type { Send } from '../deployment/send.ts';
import { parseJson } from '../deployment/text.ts';

/** A state could not be set up: one of its calls was refused or got no answer. */
export class SetUpError extends Error {
  override name = 'SetUpError';
  /** The operation of the call; undefined if it is not an operation of the document. */
  readonly operationId: string | undefined;
  /** The unexpected status of its answer, if that is the reason. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { operationId, status, ...options }: ErrorOptions & { operationId?: string; status?: number } = {},
  ) {
    super(message, options);
    this.operationId = operationId;
    this.status = status;
  }
}

/** A state needs an input that is missing. */
export class MissingInputError extends Error {
  override name = 'MissingInputError';
  /** What is missing; `control` stands for everything that needs a sandbox. */
  readonly kind: 'credential' | 'host' | 'control';

  constructor(kind: MissingInputError['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The parts of a call that replace the document's example. */
interface CallParts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  /** The fields that replace those of the document's example. */
  body?: Record<string, unknown>;
  /** Default: the first one of the deployment that the operation takes. */
  token?: string | undefined;
  /** The expected status, if it is a refusal. */
  refusal?: number | undefined;
}

/** The answer of a call. Its content is often not shown, and a deployment can send anything, even no JSON. */
export interface CallAnswer {
  /** The value at a path such as `data.id`; undefined if there is none. */
  find(path: string): unknown;
  /** The text at a path. Throws if there is none, or if it is empty. */
  text(path: string): string;
  /** The number at a path. Throws if there is none. */
  number(path: string): number;
}

/** Makes a call that leads to a state. Throws if the status is not the expected one. */
export type CallService = (operationId: string, parts?: CallParts) => Promise<CallAnswer>;

/** Builds calls from the document and its example bodies only, so that states do not depend on the client. */
export function createCallService({
  deployment: { hosts, credentials },
  secrets,
  send,
}: {
  deployment: Deployment;
  secrets: Secrets;
  send: Send;
}): CallService {
  return async (operationId, { path = {}, query, body: changes, token: given, refusal } = {}) => {
    const operation = getOperation(operationId);
    const base = hosts[operation.host];
    if (!base) throw new MissingInputError('host', `${optionOf(`${operation.host}Url`)} is missing`);
    const accepted = acceptedBy(operation);
    const token = given || accepted.map((name) => credentials[name]).find(Boolean);
    const [wanted] = accepted;
    if (wanted && !token) {
      const text = `${optionOf(wanted)} is missing for the set-up call ${operationId}`;
      throw new MissingInputError('credential', text);
    }
    const body = { ...(exampleBodyOf(operation) as object), ...changes };
    const request = buildRequest(operation, { base, path, query, body, token });
    const answer = await send(request).catch((error: unknown) => {
      throw new SetUpError(`${operationId}: ${(error as Error).message}`, { operationId, cause: error });
    });
    secrets.addFromBody(answer.body);
    const { status } = answer;
    const isWanted = refusal === undefined ? status >= 200 && status < 300 : status === refusal;
    if (isWanted) return readCallAnswer(operationId, parseJson(answer.body));
    throw new SetUpError(`${operationId} returned ${status}`, { status, operationId });
  };
}

function readCallAnswer(operationId: string, body: unknown): CallAnswer {
  const find = (path: string) => path.split('.').reduce<unknown>((value, name) => Object(value)[name], body);
  const take = (path: string, type: 'string' | 'number'): unknown => {
    const value = find(path);
    if (typeof value === type && value !== '') return value;
    throw new SetUpError(`${operationId} returned no ${type} at ${path}`, { operationId });
  };
  return { find, text: (path) => take(path, 'string') as string, number: (path) => take(path, 'number') as number };
}
