import { exampleBodyOf, getOperation, type ServiceOperation } from '@escrow-kit/spec';
import { buildRequest } from '../deployment/build-request.ts';
import type { CredentialName } from '../deployment/credentials.ts';
import { type Deployment, optionOf } from '../deployment/deployment.ts';
import type { Answer } from '../deployment/exchange.ts';
import { parseJson } from '../deployment/parse-json.ts';
import type { Secrets } from '../deployment/secrets.ts';
import type { Send } from '../deployment/send.ts';
import { MissingInputError, SetUpError } from './set-up-error.ts';

/** What a call sends instead of the document's example. */
interface CallParts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  /** What differs from the document's example. */
  body?: Record<string, unknown>;
  /** Default: the credentials of the deployment. */
  credentials?: Deployment['credentials'] | undefined;
  /** The expected status, if it is a refusal. */
  refusal?: number | undefined;
}

/** Makes a call that leads to a state, and returns the parsed body. Throws if the status is not the expected one. */
// biome-ignore lint/suspicious/noExplicitAny: an unknown deployment may answer anything; the caller checks what it reads
export type CallService = (operationId: string, parts?: CallParts) => Promise<any>;

/** Builds calls from the document alone, with its example bodies, so that states depend on no other reading of it. */
export function createCallService({
  deployment: { hosts, credentials },
  secrets,
  send,
}: {
  deployment: Deployment;
  secrets: Secrets;
  send: Send;
}): CallService {
  return async (operationId, parts = {}) => {
    const operation = getOperation(operationId);
    const base = hosts[operation.host];
    if (!base) throw new MissingInputError('host', `${optionOf(`${operation.host}Url`)} is not given`);
    const tokens = findTokens(operation, parts.credentials ?? credentials);
    const { path, query, body: changes } = parts;
    const content = { base, path: path ?? {}, query, body: { ...(exampleBodyOf(operation) as object), ...changes } };
    const asked = askWithEither(tokens, (token) =>
      send(buildRequest(operation, { ...content, token }), { operationId }),
    );
    const { status, body } = await asked.catch((error: unknown) => {
      throw new SetUpError(`${operationId}: ${(error as Error).message}`, { operationId, cause: error });
    });
    secrets.addFromBody(body);
    const isWanted = parts.refusal === undefined ? status >= 200 && status < 300 : status === parts.refusal;
    if (!isWanted) {
      const message = `${operation.method} ${operation.path} was answered with ${status}`;
      throw new SetUpError(message, { status, operationId });
    }
    // Many answers are not shown, so they may not even be JSON. A state reads what it needs with `take`.
    return parseJson(body);
  };
}

/** Asks with the first token, and with the second if access is refused: if two kinds are named, it is not confirmed which one is taken. */
async function askWithEither(
  [first, second]: readonly string[],
  ask: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask(first);
  const isRefused = answer.status === 401 || answer.status === 403;
  return second !== undefined && isRefused ? ask(second) : answer;
}

/** The tokens of the kinds that an operation takes; none if it takes no token. */
function findTokens({ id, definition }: ServiceOperation, credentials: Deployment['credentials']): string[] {
  // The security schemes of the document have the names of the credentials.
  const names = definition.security.flatMap((scheme) => Object.keys(scheme) as CredentialName[]);
  const [wanted] = names;
  if (wanted === undefined) return [];
  const given = names.flatMap((name) => credentials[name] ?? []);
  if (given.length > 0) return given;
  throw new MissingInputError('credential', `needs ${optionOf(wanted)} too, for the call that leads to it (${id})`);
}

/** Reads a value from the answer of an operation. Throws if it is missing, of another type, or empty text. */
export function take<Type extends 'string' | 'number'>(
  value: unknown,
  type: Type,
  { operationId, field }: { operationId: string; field: string },
): Type extends 'string' ? string : number {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new SetUpError(`${field} is larger than JavaScript can hold exactly`, { operationId });
  }
  if (typeof value === type && value !== '') return value as Type extends 'string' ? string : number;
  throw new SetUpError(`${field} is not a ${type} in the answer of ${operationId}`, { operationId });
}
