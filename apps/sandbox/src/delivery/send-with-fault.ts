import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../domain/faults/fault.ts';
import type { Failure } from './failure.ts';
import { sendWebhook, type WebhookRequest, type WebhookResult } from './send-webhook.ts';

/** Sends an event with a fault. It never takes longer than the receiver's time-out. */
export async function sendWithFault(fault: Fault | undefined, request: WebhookRequest): Promise<WebhookResult> {
  switch (fault?.kind) {
    case 'status':
      return statusResult(request, fault);
    case 'drop':
      return failed(request, { kind: 'faultDropped', text: 'A fault dropped the request: nothing was sent.' });
    case 'reset':
      return sendHalf(request);
    case 'latency':
      return sendLate(request, fault);
    case 'duplicate':
      return sendTwice(request);
    default:
      return sendWebhook(request);
  }
}

function statusResult(request: WebhookRequest, { status = 503 }: Fault): WebhookResult {
  const text = `A fault answered ${status} in the receiver's place: nothing was sent.`;
  return { ...failed(request, { kind: 'faultAnswered', text }), answer: { status, headers: {}, body: '' } };
}

async function sendLate(request: WebhookRequest, { latencyInMs = 0 }: Fault): Promise<WebhookResult> {
  const { timeoutInMs, signal } = request;
  await pause(Math.min(latencyInMs, timeoutInMs), undefined, { ...(signal && { signal }) }).catch(() => {});
  const leftInMs = timeoutInMs - latencyInMs;
  if (leftInMs > 0 || signal?.aborted) return sendWebhook({ ...request, timeoutInMs: Math.max(leftInMs, 1) });
  const text = `A fault held the request back for the whole time-out of ${timeoutInMs / 1000} s.`;
  return failed(request, { kind: 'faultHeldBack', text });
}

/** Sends both at the same time, as copies arrive on a network. The first answer counts. */
async function sendTwice(request: WebhookRequest): Promise<WebhookResult> {
  const [first] = await Promise.all([sendWebhook(request), sendWebhook(request)]);
  return first;
}

/** Sends the first half of an event, then breaks the connection. */
async function sendHalf(request: WebhookRequest): Promise<WebhookResult> {
  const { address, headers, bytes } = request.prepare(request);
  const { authorization } = address;
  const send = address.target.startsWith('https:') ? requestHttps : requestHttp;
  await new Promise<void>((resolve) => {
    const sent = send(address.target, {
      method: 'POST',
      headers: { ...headers, ...(authorization && { authorization }), 'content-length': bytes.length },
      timeout: request.timeoutInMs,
      ...(request.signal && { signal: request.signal }),
      agent: false,
    });
    sent.once('close', resolve);
    sent.once('error', () => {});
    sent.once('timeout', () => sent.destroy());
    sent.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => sent.destroy());
  });
  const text = 'A fault broke the connection after half of the request was sent.';
  return failed(request, { kind: 'faultBroke', text });
}

function failed(request: WebhookRequest, failure: Failure): WebhookResult {
  const { address, headers } = request.prepare(request);
  return { url: address.forLog, requestHeaders: headers, answer: undefined, failure, isStopped: false };
}
