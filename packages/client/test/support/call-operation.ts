import { deployment } from '../../src/generated/service.ts';
import type { CallOptions, EscrowClient, OperationId } from '../../src/index.ts';

/** A typed client for operations that are known only at run time. */
type AnyMethod = (path: string, request: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The input of an operation, by its id. */
export interface OperationRequest {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A refusal that a typed client returned. */
export class RefusedByHost extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** Calls any operation on the typed client of its host. Resolves with its data, and rejects if it is refused. */
export async function callOperation(
  escrow: EscrowClient,
  operationId: OperationId,
  { path, query, body }: OperationRequest = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { host, method, template } = deployment.operationTable[operationId];
  const send = escrow.hosts[host][method] as unknown as AnyMethod;
  const { data, error, response } = await send(template, { params: { path, query }, body, ...options });
  if (!response.ok) throw new RefusedByHost(response.status, error);
  return data;
}
