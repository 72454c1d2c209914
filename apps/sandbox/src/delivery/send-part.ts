import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { WebhookRequest } from './send-webhook.ts';

/** Sends the first half of an event and breaks the connection, by a reset or by its end. Never throws. */
export async function sendPart(webhook: WebhookRequest, how: 'reset' | 'truncate'): Promise<void> {
  const { address, headers, bytes } = webhook.prepare(webhook);
  const { authorization } = address;
  const send = address.target.startsWith('https:') ? requestHttps : requestHttp;
  await new Promise<void>((resolve) => {
    const request = send(address.target, {
      method: 'POST',
      headers: { ...headers, ...(authorization && { authorization }), 'content-length': bytes.length },
      timeout: webhook.timeoutInMs,
      ...(webhook.signal && { signal: webhook.signal }),
      agent: false,
    });
    request.once('close', resolve);
    request.once('error', () => {});
    request.once('timeout', () => request.destroy());
    request.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => breakOff(request, how));
  });
}

function breakOff(request: ClientRequest, how: 'reset' | 'truncate'): void {
  if (how === 'reset') request.socket?.resetAndDestroy();
  else request.destroy();
}
