import type { IncomingMessage } from 'node:http';
import type { ServiceOperation } from '@escrow-kit/spec';
import { createId } from '../domain/create-id.ts';
import { findCaller } from '../domain/tenants/tenant.ts';
import { readToken } from '../http/read-request.ts';
import type { HttpRefusal } from '../http/refusal-status.ts';
import { writeError } from '../problems/write-error.ts';
import { refusalAnswer } from '../service/refusal-answer.ts';
import type { ServerContext } from './server-context.ts';

interface StrayCall {
  incoming: IncomingMessage;
  refusal: HttpRefusal;
  operation?: ServiceOperation;
}

/**
 * Logs a call that reached no operation, with the tenant of its token: a path or a method that the document does not have, or a
 * body that could not be read. Ignores what a browser requests by itself, such as an icon. Never rejects: the call is answered
 * even if the store is full and the log misses it.
 */
export async function logStrayCall(service: ServerContext, call: StrayCall): Promise<void> {
  if (call.incoming.headers['sec-fetch-dest'] !== undefined) return;
  try {
    await addRecord(service, call);
  } catch (error) {
    writeError(error, { during: 'the writing of the request log' });
  }
}

async function addRecord(
  { db, requestLog, systemNow }: ServerContext,
  { incoming, refusal, operation }: StrayCall,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming;
  const caller = await findCaller(db, readToken(headers.authorization));
  await requestLog.add({
    id: createId('request'),
    tenant: caller?.tenant,
    tokenKind: caller?.kind,
    operationId: operation?.id,
    method,
    path: operation?.path ?? url.replace(/[?#].*$/s, ''),
    parameters: {},
    refusal,
    answer: refusalAnswer(refusal),
    startedAtSystem: systemNow(),
    durationInMs: 0,
  });
}
