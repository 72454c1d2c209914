import { createHmac } from 'node:crypto';
import { attemptsInSeconds, eventStatuses, retryDelaysInSeconds } from '@escrow-kit/spec';
import type { Problem } from '../verify/verification.ts';
import { credentialsOf, type StateContext } from './context.ts';
import { type ReceivedEvent, type Receiver, startReceiver } from './receiver.ts';
import { MissingInputError, SetUpError } from './set-up-error.ts';
import { openPayableContract } from './steps.ts';

type Status = (typeof eventStatuses)[number];

/**
 * When the attempts of a delivery that fails are made, in seconds after the first, if each delay counts from the first. From
 * when it counts is not shown (HOOK-4), so that this is as good as our reading, {@link attemptsInSeconds}.
 */
const otherReadingInSeconds = [0, ...retryDelaysInSeconds];

/** Makes a sandbox send events, and keeps what it sent. */
export interface EventDesk {
  /** Moves a new milestone to a status, and waits for its event, of which all attempts but the last are refused. */
  changeMilestone(status: Status): Promise<string>;
  /**
   * The last event, its body and headers as they came, and the promises that it breaks beside those that Pact compares.
   * One that did not come breaks them all. Throws where none was asked for.
   */
  takeMessage(): { body: string; metadata: Record<string, string>; broken: Problem[] };
  close(): Promise<void>;
}

/** What came of one event. */
interface SentEvent {
  attempts: ReceivedEvent[];
  attemptedAtInSeconds: number[];
  webhookSecret: string;
}

/** Creates the desk. It starts nothing before an event is asked for. */
export function createEventDesk(context: StateContext): EventDesk {
  let receiver: Promise<Receiver> | undefined;
  let last: SentEvent | undefined;
  return {
    async changeMilestone(status) {
      last = undefined;
      receiver ??= startReceiver();
      const { milestoneId, event } = await sendEvent(context, await receiver, status);
      last = event;
      return milestoneId;
    },
    takeMessage() {
      if (!last) throw new SetUpError('no event was asked for');
      const attempt = last.attempts.at(-1);
      if (!attempt) return { body: '', metadata: {}, broken: [{ kind: 'connection', text: 'no event came' }] };
      const { bytes, headers } = attempt;
      const contentType = headers['content-type'] ?? '';
      const metadata = { contentType, 'Service-Signature': headers['service-signature'] ?? '' };
      const broken = [checkSchedule(last), checkSignatures(last)].filter((problem) => problem !== undefined);
      return { body: bytes.toString(), metadata, broken };
    },
    async close() {
      await (await receiver)?.close();
    },
  };
}

/** On an organization of its own, whose clock stands still, so that hours pass at once and the delays are exact. */
async function sendEvent(context: StateContext, receiver: Receiver, status: Status) {
  const organization = await context.createOrganization();
  const { control, credentials } = organization;
  const caller = { ...context, credentials: credentialsOf(organization) };
  await control.freeze();
  const { milestoneIds, buyerPhone } = await openPayableContract(caller, 1000);
  await control.giveConsent(buyerPhone);
  const milestoneId = milestoneIds[0] ?? '';
  const url = receiver.nextUrl();
  await control.setWebhook(url);
  const moves = [control.pay, control.release, control.complete].slice(0, eventStatuses.indexOf(status) + 1);
  for (const move of moves) {
    // The events of the moves before are settled.
    await control.drain();
    if (move === moves.at(-1)) receiver.expect(attemptsInSeconds.length - 1);
    await move(milestoneId);
  }
  await control.drain();
  await control.advance(attemptsInSeconds.at(-1) ?? 0);
  const { deliveries } = await control.deliveries({ milestoneId });
  const log = deliveries.find((delivery) => delivery.status === status)?.attemptLog ?? [];
  checkReach(url, receiver.attempts(), log);
  const times = log.map(({ startedAt }) => startedAt).toSorted((one, other) => one - other);
  const attemptedAtInSeconds = times.map((time) => (time - (times[0] ?? 0)) / 1000);
  return {
    milestoneId,
    event: { attempts: receiver.attempts(), attemptedAtInSeconds, webhookSecret: credentials.webhookSecret },
  };
}

/** A sandbox elsewhere may not reach this machine; its events are not to blame. */
function checkReach(url: string, attempts: ReceivedEvent[], log: { answerStatus?: number | null }[]): void {
  const isReached = attempts.length > 0 || log.length === 0 || log.some(({ answerStatus }) => answerStatus);
  if (!isReached) throw new MissingInputError('control', `the sandbox can't reach the receiver of events at ${url}`);
}

function checkSchedule({ attempts, attemptedAtInSeconds }: SentEvent): Problem | undefined {
  const found = attemptedAtInSeconds.join(', ');
  const [ours = '', other = ''] = [attemptsInSeconds, otherReadingInSeconds].map((times) => times.join(', '));
  const isOnTime = found === ours || found === other;
  if (isOnTime && attempts.length === attemptsInSeconds.length) return undefined;
  const expected = `at ${ours} s (our reading: each delay counts from the attempt before) or at ${other} s`;
  const text = `the event came ${attempts.length} times, at ${found} s; one that fails has to come ${expected}`;
  return { kind: 'promise', rule: 'HOOK-4', text };
}

/** Pact proves the form of the signature only; here its HMAC is computed from the bytes that came (HOOK-2). */
function checkSignatures({ attempts, webhookSecret }: SentEvent): Problem | undefined {
  const isSigned = attempts.every(({ bytes, headers }) => {
    const hmac = createHmac('sha256', webhookSecret).update(bytes).digest('hex');
    // The case of the hex is not shown.
    return headers['service-signature']?.toLowerCase() === `sha256=${hmac}`;
  });
  if (isSigned) return undefined;
  return {
    kind: 'promise',
    rule: 'HOOK-2',
    text: 'Service-Signature is not the HMAC-SHA256 of the body, keyed with the webhook secret',
  };
}
