import { Buffer } from 'node:buffer';
import type { WebhookReceiver } from '../receiver/receiver.ts';
import type { WebhookRequest } from '../receiver/request.ts';

/** What the handler reads of an event from API Gateway: a REST API (version 1), or an HTTP API or function URL (version 2). */
export interface LambdaRequest {
  /** Version 1. */
  httpMethod?: string;
  /** Version 1: every value of a repeated header. If it is empty, `headers` count. */
  multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  /** Version 2. */
  requestContext?: {
    requestId?: string;
    http?: { method: string; sourceIp?: string };
    identity?: { sourceIp?: string };
  };
  headers?: Readonly<Record<string, string | undefined>> | null;
  body?: string | null;
  isBase64Encoded?: boolean;
}

/** The answer in the form of API Gateway. */
export interface LambdaResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * A receiver as an AWS Lambda handler. The function freezes once it has answered, so handle events in another process.
 * @example export const handler = createLambdaHandler(receiver);
 */
export function createLambdaHandler(receiver: WebhookReceiver): (request: LambdaRequest) => Promise<LambdaResponse> {
  return async (request) => {
    const { status, ...answer } = await receiver.receive({
      method: request.httpMethod ?? request.requestContext?.http?.method ?? '',
      remoteAddress: request.requestContext?.http?.sourceIp ?? request.requestContext?.identity?.sourceIp,
      headers: headersOf(request),
      body: request.body && request.isBase64Encoded ? Buffer.from(request.body, 'base64') : request.body,
    });
    return { statusCode: status, ...answer };
  };
}

/** Load balancers and test tools may leave `multiValueHeaders` empty. */
function headersOf({ multiValueHeaders, headers }: LambdaRequest): WebhookRequest['headers'] {
  const isEmpty = Object.keys(multiValueHeaders ?? {}).length === 0;
  return (isEmpty ? headers : multiValueHeaders) ?? {};
}
