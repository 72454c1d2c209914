import { createHmac } from 'node:crypto';
import { attemptsInSeconds, eventSignature, retryDelaysInSeconds } from '@escrow-kit/spec';
import type { Problem } from '../judge/verification.ts';
import type { SentEvent } from '../state-handlers/events.ts';

/**
 * When each attempt of a failing delivery is made, in seconds after the first, if each delay counts from the first. Which
 * attempt it counts from is not shown (HOOK-4), so this is accepted as well as our reading, {@link attemptsInSeconds}.
 */
const otherReadingInSeconds = [0, ...retryDelaysInSeconds];

/** An event as Pact compares it. */
export interface Message {
  body: string;
  metadata: Record<string, string>;
  /** What is wrong with it, besides what Pact compares. */
  problems: Problem[];
}

/** Reads the last attempt of an event: its body and headers as they arrived. If no event came, that is the problem. */
export function readMessage(event: SentEvent): Message {
  const attempt = event.attempts.at(-1);
  if (!attempt) return { body: '', metadata: {}, problems: [{ kind: 'connection', text: 'no event came' }] };
  const { bytes, headers } = attempt;
  const contentType = headers['content-type'] ?? '';
  const metadata = { contentType, ...(eventSignature && { [eventSignature.header]: signatureIn(headers) }) };
  const problems = [checkSchedule(event), checkSignatures(event)].filter((problem) => problem !== undefined);
  return { body: bytes.toString(), metadata, problems };
}

function checkSchedule({ attempts, attemptedAtInSeconds }: SentEvent): Problem | undefined {
  const found = attemptedAtInSeconds.join(', ');
  const [ours = '', other = ''] = [attemptsInSeconds, otherReadingInSeconds].map((times) => times.join(', '));
  const isOnTime = found === ours || found === other;
  if (isOnTime && attempts.length === attemptsInSeconds.length) return undefined;
  const expected = `at ${ours} s (our reading: each delay counts from the attempt before) or at ${other} s`;
  const text = `the event came ${attempts.length} times, at ${found} s; a failing one has to come ${expected}`;
  return { kind: 'condition', rule: 'HOOK-4', text };
}

const signatureIn = (headers: SentEvent['attempts'][number]['headers']): string =>
  String(headers[eventSignature?.header.toLowerCase() ?? ''] ?? '');

/** Pact checks only the form of the signature; this computes the HMAC from the bytes that arrived (HOOK-2). */
function checkSignatures({ attempts, webhookSecret }: SentEvent): Problem | undefined {
  if (!eventSignature) return undefined;
  const { header, algorithm, encoding, prefix } = eventSignature;
  const isSigned = attempts.every(({ bytes, headers }) => {
    const signature = prefix + createHmac(algorithm, webhookSecret).update(bytes).digest(encoding);
    const sent = signatureIn(headers);
    // The case of the hex is not shown.
    return encoding === 'hex' ? sent.toLowerCase() === signature.toLowerCase() : sent === signature;
  });
  if (isSigned) return undefined;
  const text = `${header} is not the ${algorithm} HMAC of the body, keyed with the webhook secret`;
  return { kind: 'condition', rule: 'HOOK-2', text };
}
