import type { EscrowClient, OperationId } from '@escrow-kit/client';
import { getOperation } from '@escrow-kit/spec';

/** What an operation is given, by its id. */
export interface OperationInput {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A typed client of a host, called with an operation that is known at run time only. */
type AnyMethod = (path: string, request: object) => Promise<{ response: Response }>;

/** Calls any operation on the typed client of its host. A refusal is an answer. */
export async function callOperation(
  escrow: EscrowClient,
  operationId: OperationId,
  { path, query, body }: OperationInput,
): Promise<Response> {
  const { host, method, path: template } = getOperation(operationId);
  const methods = escrow.hosts[host] as unknown as Record<string, AnyMethod>;
  const send = methods[method];
  if (!send) throw new Error(`${operationId} has the method ${method}, which no typed client has.`);
  return (await send(template, { params: { path, query }, body })).response;
}
