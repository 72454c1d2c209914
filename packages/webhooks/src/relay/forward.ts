import manifest from '../../package.json' with { type: 'json' };
import type { ContractEvent } from '../event.ts';
import type { EventContext, ProcessingOptions } from '../inbox/processing.ts';
import { signedRequest } from '../platforms/node.ts';
import { type PostResult, post } from '../post.ts';
import { standardHeaders, webhookIdOf } from '../signature/standard-webhooks.ts';
import type { SignatureForm } from '../signature/verify.ts';

/** How long an attempt may take, and connecting as a part of it. Our choice, as all here: not shown. */
export const attemptTimeoutInMs = 30_000;
const connectTimeoutInMs = 10_000;

/** For how long an event is forwarded again after it was received or replayed, or a pause ended. */
export const giveUpAfterInMs: number = 72 * 3_600_000;

const firstDelayInMs = 1_000;
const longestRandomDelayInMs = 600_000;

/** No event waits longer for its next attempt, whatever `retry-after` says. */
export const longestDelayInMs = 3_600_000;

/** A milestone that hangs takes a slot for a quarter of the time at most, so that few of them leave the others theirs. */
const leastDelayInDurations = 3;

/** Means every event. A 503, or another status, may be about this event alone. */
const tooManyRequests = 429;

/** Failures that come before a connection is there. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/** An attempt failed. The message is one of few, so that failures can be counted by it. */
export class ForwardError extends Error {
  readonly event: ContractEvent;
  readonly answer: PostResult;

  constructor(event: ContractEvent, answer: PostResult) {
    super(describe(answer));
    this.event = event;
    this.answer = answer;
  }
}

function describe(answer: PostResult): string {
  const { status, failure, proxyFailure } = answer;
  if (status !== undefined) return `status ${status}`;
  if (failure === 'timeout') return 'no answer in time';
  return `${isUnreachable(answer) ? 'no connection' : 'no answer'} (${proxyFailure ?? failure})`;
}

const isUnreachable = ({ status, failure = '', proxyFailure }: PostResult): boolean =>
  status === undefined && (proxyFailure !== undefined || neverConnected.includes(failure));

/** Whether every event would fail now: the endpoint could not be reached, or asks for fewer requests. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ForwardError && (isUnreachable(error.answer) || error.answer.status === tooManyRequests);

interface ForwardOptions {
  to: URL;
  /** How the service signs; null if it does not. Default: as its description says. */
  signature?: SignatureForm | null | undefined;
  /** Returns the present secrets: the first one signs as the service does, all sign for Standard Webhooks. */
  secrets: () => readonly string[];
  now: () => Date;
  /** How long an attempt may take. Default: 30 s. */
  timeoutInMs?: number;
}

/** The answer of an endpoint that accepted an event. */
export type Acceptance = Pick<PostResult, 'status' | 'durationInMs'>;

type Forward = (event: ContractEvent, context: Pick<EventContext, 'key' | 'rawBody' | 'signal'>) => Promise<Acceptance>;

/**
 * Returns what makes an attempt: it sends an event with the bytes of the service, signed as the service signs and by Standard Webhooks.
 * It resolves if the answer is 2xx, and rejects with a ForwardError if the attempt failed.
 */
export function createForward(options: ForwardOptions): Forward {
  const { to, signature, secrets, now, timeoutInMs = attemptTimeoutInMs } = options;
  return async (event, { key, rawBody: body, signal }) => {
    const accepted = secrets();
    // The service's form has room for one signature, Standard Webhooks for one of each secret.
    const [secret = ''] = accepted;
    const signed = signedRequest(signature === null ? { body, signature } : { body, signature, secret });
    const headers = {
      ...signed.headers,
      'user-agent': `escrow-relay/${manifest.version}`,
      ...standardHeaders(body, { id: webhookIdOf(key), secrets: accepted, now: now() }),
    };
    const answer = await post(to, { headers, body, timeoutInMs, connectTimeoutInMs, signal });
    const { status = 0, durationInMs } = answer;
    // The status counts even if the body broke off.
    if (status >= 200 && status < 300) return { status, durationInMs: Math.round(durationInMs) };
    signal.throwIfAborted();
    throw new ForwardError(event, answer);
  };
}

/** Seconds or a date, as HTTP has them, but no later than the longest delay allows. 0 if it is neither. */
function readRetryAfter(text: string, now: Date): number {
  const time = /^\d+$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
  return Number.isNaN(time) ? 0 : Math.min(time, now.getTime() + longestDelayInMs);
}

/**
 * Plans the next attempt at a random time, later and later, or when the endpoint asked for it. As long as it may be forwarded, an event
 * has another attempt, the last one just when its time is over. A failure after that makes it dead. A replay, or the end of a pause, gives
 * it all its time again.
 */
export function createRetryPlan(random: () => number = Math.random): NonNullable<ProcessingOptions['retryAt']> {
  return ({ error, attempt, openSince, now }) => {
    const endsAt = openSince.getTime() + giveUpAfterInMs;
    if (now.getTime() >= endsAt) return undefined;
    const { durationInMs = 0, retryAfter = '' } = error instanceof ForwardError ? error.answer : {};
    // In an outage few attempts start anyway.
    const leastInMs = isOutage(error) ? 0 : leastDelayInDurations * durationInMs;
    const delayInMs = leastInMs + random() * Math.min(longestRandomDelayInMs, firstDelayInMs * 2 ** (attempt - 1));
    const planned = Math.max(now.getTime() + delayInMs, readRetryAfter(retryAfter, now));
    return new Date(Math.min(planned, endsAt));
  };
}
