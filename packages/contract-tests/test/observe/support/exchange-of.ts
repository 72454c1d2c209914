import { createHmac } from 'node:crypto';
import {
  exampleBodyOf,
  exampleTokens,
  fillPath,
  getOperation,
  listWebhookRequests,
  type OperationId,
} from '@escrow-kit/spec';
import type { CapturedBody, RawExchange } from '../../../src/observe/raw-exchange.ts';

/** What differs from the document's first examples. */
export interface Differences {
  /** Placeholders of the path. */
  path?: Record<string, string>;
  /** Undefined for none. */
  token?: string | undefined;
  body?: unknown;
  status?: number;
  /** Text is sent as it is. */
  answer?: unknown;
  answerType?: string;
}

/** A call and its answer, as the document's examples have them, but for the differences. */
export function callOf(id: OperationId, differences: Differences = {}): RawExchange {
  const operation = getOperation(id);
  const { parameters, mediaType = '', responses, tokenKinds } = operation;
  const example = (place: 'path' | 'query') =>
    Object.fromEntries(parameters.filter((each) => each.in === place).map((each) => [each.name, String(each.example)]));
  const [kind] = tokenKinds;
  const {
    path,
    token = 'token' in differences || !kind ? undefined : exampleTokens[kind],
    body = exampleBodyOf(operation),
    status = 200,
    answer = Object.values(responses[status]?.content ?? {}).map((media) => exampleBodyOf({ body: media }))[0],
    answerType = 'application/json',
  } = differences;
  const isForm = mediaType.endsWith('urlencoded');
  return {
    kind: 'call',
    startedAt: Date.UTC(2030, 0, 1),
    durationInMs: 1,
    host: operation.host,
    method: operation.method,
    target: `${fillPath(operation.path, { ...example('path'), ...path })}?${new URLSearchParams(example('query'))}`,
    requestHeaders: [
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
      ...(body === undefined ? [] : [['Content-Type', mediaType] as [string, string]]),
    ],
    requestBody: bodyOf(isForm ? new URLSearchParams(body as Record<string, string>).toString() : body),
    response: {
      status,
      headers: answer === undefined ? [] : [['Content-Type', answerType]],
      body: bodyOf(answer),
    },
  };
}

/** The secret of {@link eventOf}. */
export const webhookSecret = 'whsec_example';

/** An event and the answer of its receiver. `sign` makes the headers from the HMAC of the body. */
export function eventOf(
  body: unknown = exampleBodyOf(webhook()),
  sign: (hmac: Buffer) => [string, string][] = (hmac) => [['Service-Signature', `sha256=${hmac.toString('hex')}`]],
): RawExchange {
  const requestBody = bodyOf(body);
  const hmac = createHmac('sha256', webhookSecret).update(requestBody.bytes).digest();
  return {
    kind: 'event',
    startedAt: Date.UTC(2030, 0, 1),
    durationInMs: 1,
    method: 'POST',
    target: '/hooks/of-the-shop',
    requestHeaders: [['Content-Type', 'application/json'], ...sign(hmac)],
    requestBody,
    response: { status: 200, headers: [], body: bodyOf(undefined) },
  };
}

function webhook() {
  const [found] = listWebhookRequests();
  if (!found) throw new Error('The document has no webhook.');
  return found;
}

/** A whole body: text as it is, anything else as JSON. */
export function bodyOf(content: unknown): CapturedBody {
  const text = typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content);
  return { bytes: Buffer.from(text), isComplete: true };
}
