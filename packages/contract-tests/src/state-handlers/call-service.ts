import type { TokenKind } from '@escrow-kit/spec';
import type { CredentialName } from '../states/values.ts';
import type { Deployment } from '../verify/deployment.ts';
import { parseJson } from '../verify/parse-json.ts';
import type { Secrets } from '../verify/secrets.ts';
import { describeFailure, type Send } from '../verify/send.ts';
import { getOperation, type ServiceOperation } from '../verify/service-operations.ts';
import { MissingInputError, SetUpError } from './set-up-error.ts';

/** What a call sends beside what the document says of it. */
interface CallParts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  /** What differs from the document's example. */
  body?: Record<string, unknown>;
  /** Default: those of the deployment. */
  credentials?: Deployment['credentials'];
  /** The status that is wanted, where it is a refusal. */
  refusal?: number;
}

/** Makes a call that leads to a state, and returns the answer's body, parsed. Throws where its status is not wanted. */
// biome-ignore lint/suspicious/noExplicitAny: what an unknown deployment answers is looked into, and checked there
export type CallService = (operationId: string, parts?: CallParts) => Promise<any>;

const credentialNames: Record<TokenKind, CredentialName> = {
  organization: 'organizationToken',
  clientAdmin: 'clientAdminToken',
  legacyUser: 'legacyUserToken',
  legacyApp: 'legacyAppToken',
  apiKey: 'apiKey',
};

/** The option of the command that gives an input, such as `--api-key` for `apiKey`. */
export function optionOf(input: string): string {
  return `--${input.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Makes calls by the document alone, with its example bodies, so that no other reading of it leads to a state. */
export function createCallService(
  { hosts, credentials }: Deployment,
  { secrets, send }: { secrets: Secrets; send: Send },
): CallService {
  return async (operationId, parts = {}) => {
    const operation = getOperation(operationId);
    const base = hosts[operation.host];
    if (!base) throw new MissingInputError('host', `${optionOf(`${operation.host}Url`)} is not given`);
    const token = findToken(operation, parts.credentials ?? credentials);
    const url = `${base.replace(/\/+$/, '')}${fillPath(operation, parts)}`;
    const request = {
      method: operation.method,
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(operation.mediaType !== undefined && { 'content-type': operation.mediaType }),
      },
      ...(operation.mediaType !== undefined && { body: encodeBody(operation, parts.body) }),
    };
    const response = await send(url, request).catch((error: unknown) => {
      throw new SetUpError(`${operationId} brought no answer: ${describeFailure(error)}`);
    });
    const text = await response.text();
    secrets.learnFromBody(text);
    const isWanted = parts.refusal === undefined ? response.ok : response.status === parts.refusal;
    if (!isWanted) throw new SetUpError(`${operation.method} ${operation.path} was answered with ${response.status}`);
    // Of many answers nothing is shown, not even that they are JSON: what a state needs of one, it takes out by `take`.
    return parseJson(text);
  };
}

function findToken({ id, tokenKinds }: ServiceOperation, credentials: Deployment['credentials']): string | undefined {
  const names = tokenKinds.map((kind) => credentialNames[kind]);
  const [wanted] = names;
  if (wanted === undefined) return undefined;
  const given = names.map((name) => credentials[name]).find((token) => token !== undefined);
  if (given !== undefined) return given;
  throw new MissingInputError('credential', `needs ${optionOf(wanted)} too, for the call that leads to it (${id})`);
}

function fillPath(operation: ServiceOperation, { path = {}, query }: CallParts): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

function encodeBody({ mediaType, exampleBody }: ServiceOperation, changes: CallParts['body']): string {
  const body = { ...(exampleBody as object), ...changes };
  if (mediaType === 'application/json') return JSON.stringify(body);
  return new URLSearchParams(body as Record<string, string>).toString();
}

/** Takes a value out of an answer. Throws where it is not there, or of another type. */
export function take<Type extends 'string' | 'number'>(
  value: unknown,
  type: Type,
  field: string,
): Type extends 'string' ? string : number {
  if (typeof value === type) return value as Type extends 'string' ? string : number;
  throw new SetUpError(`${field} is no ${type} in the answer`);
}
