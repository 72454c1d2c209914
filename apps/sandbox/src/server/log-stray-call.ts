import type { IncomingMessage } from 'node:http';
import { createId } from '../create-id.ts';
import type { ServiceOperation } from '../document/operations.ts';
import type { Refusal } from '../refusal.ts';
import { hashSecret } from '../secret-hash.ts';
import { findCaller } from '../tenants/find-tenant.ts';
import { readToken } from './read-request.ts';
import type { Service } from './service.ts';

/**
 * Logs a call that reached no operation, with the tenant of its token: a path or a method that the document does not have, or
 * a body that could not be read. What a browser asks for by itself, such as an icon, is no call.
 */
export async function logStrayCall(
  { db, requestLog, systemNow }: Service,
  { incoming, refusal, operation }: { incoming: IncomingMessage; refusal: Refusal; operation?: ServiceOperation },
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  if (headers['sec-fetch-dest'] !== undefined) return;
  const token = readToken(headers.authorization);
  const caller = token === undefined ? undefined : await findCaller(db, hashSecret(token));
  await requestLog.add({
    id: createId('request'),
    tenant: caller?.tenant,
    tokenKind: caller?.kind,
    operationId: operation?.id,
    method,
    path: operation?.path ?? url.replace(/[?#].*$/s, ''),
    parameters: {},
    refusal,
    startedAtSystem: systemNow(),
    durationInMs: 0,
  });
}
