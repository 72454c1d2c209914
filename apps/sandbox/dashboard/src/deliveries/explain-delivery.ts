import type { Schema } from '../api/schema.ts';
import { distanceText, durationText, timeText } from '../ui/time-text.ts';

/** What decides whether a delivery goes out. */
export interface DeliveryConditions {
  webhookUrl: string | null;
  clock: Schema<'Clock'>;
  /** What the tenant's clock shows. */
  now: number;
  faults: Schema<'Fault'>[];
}

/** What helps a delivery on its way. */
type Remedy = 'setAddress' | 'advance' | 'drain' | 'redeliver' | 'showFaults';

/** A reason why a webhook has not arrived, or that it has. */
export interface Reason {
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text: string;
  remedy?: Remedy;
  /** By how much to advance the clock. */
  seconds?: number;
}

type Delivery = Schema<'Delivery'>;

/** How many attempts a delivery has (HOOK-4). */
const attemptsInAll = 4;

/** Says where a delivery stands, the most telling reason first. */
export function explainDelivery(delivery: Delivery, conditions: DeliveryConditions): Reason[] {
  const last = delivery.attemptLog.at(-1);
  const lastReason = last && delivery.state !== 'delivered' ? [explainAttempt(last)] : [];
  if (delivery.state === 'delivered') return [delivered(delivery, conditions)];
  if (delivery.state === 'failed') return [exhausted(delivery), ...lastReason, ...faultReasons(delivery, conditions)];
  return [...waitReasons(delivery, conditions), ...lastReason, ...faultReasons(delivery, conditions)];
}

/** Why webhooks in general may not arrive, whatever the delivery. */
export function explainConditions(conditions: DeliveryConditions): Reason[] {
  const { webhookUrl, faults } = conditions;
  const active = faults.filter(isActive);
  const reasons: Reason[] = [];
  if (webhookUrl === null) reasons.push(noAddress);
  if (active.length > 0) reasons.push(activeFaults(active));
  if (conditions.clock.isFrozen) {
    reasons.push({
      tone: 'info',
      title: 'The clock is frozen',
      text: `It shows ${timeText(conditions.now)}. What is due by then goes out; retries that fall due later wait until you advance or resume the clock.`,
      remedy: 'advance',
    });
  }
  return reasons;
}

const noAddress: Reason = {
  tone: 'error',
  title: 'No webhook address is set',
  text: 'Events are kept and wait. Set an address, and everything that waits goes out at once.',
  remedy: 'setAddress',
};

function delivered({ attemptLog, attempts }: Delivery, { webhookUrl }: DeliveryConditions): Reason {
  const last = attemptLog.at(-1);
  const moved = last && webhookUrl !== null && last.url !== webhookUrl ? ` The address is now ${webhookUrl}.` : '';
  const text = last
    ? `${last.url} answered ${last.answerStatus} at ${timeText(last.endedAt)}, at attempt ${attempts}.${moved}`
    : 'The receiver answered.';
  return { tone: 'success', title: 'It arrived', text, remedy: 'redeliver' };
}

function exhausted({ attempts }: Delivery): Reason {
  return {
    tone: 'error',
    title: `All ${Math.max(attempts, attemptsInAll)} attempts failed`,
    text: 'Nothing sends it again by itself. Mend the receiver, then send it again.',
    remedy: 'redeliver',
  };
}

function waitReasons(delivery: Delivery, { webhookUrl, clock, now, faults }: DeliveryConditions): Reason[] {
  if (webhookUrl === null) return [noAddress];
  const { dueAt, id, attempts } = delivery;
  if (faults.some(({ held }) => held?.includes(id))) {
    const text = `A reorder fault holds it back until the next delivery went out, at the latest ${timeText(dueAt)}.`;
    return [{ tone: 'warning', title: 'It is held back on purpose', text, remedy: 'showFaults' }];
  }
  if (dueAt <= now) {
    const text = 'It is sent within a moment. If it stays so, deliver what is due now.';
    return [{ tone: 'info', title: 'It is due now', text, remedy: 'drain' }];
  }
  const seconds = Math.ceil((dueAt - now) / 1000);
  const next = `Attempt ${attempts + 1} of ${attemptsInAll} is due at ${timeText(dueAt)}`;
  if (clock.isFrozen) {
    const text = `${next}, and the frozen clock shows ${timeText(now)}. Advance it by ${durationText(dueAt - now)}.`;
    return [
      { tone: 'warning', title: 'The clock is frozen before the next attempt', text, remedy: 'advance', seconds },
    ];
  }
  const title = `Next attempt ${distanceText(dueAt - now)}`;
  return [{ tone: 'info', title, text: `${next}.`, remedy: 'advance', seconds }];
}

function explainAttempt({ number, answerStatus, error, url }: Delivery['attemptLog'][number]): Reason {
  if (answerStatus === null) {
    return { tone: 'error', title: `Attempt ${number} got no answer`, text: error ?? `${url} did not answer.` };
  }
  const advice =
    answerStatus === 401 || answerStatus === 403
      ? 'The receiver does not accept the signature: compare its webhook secret with the one of the settings.'
      : answerStatus >= 300 && answerStatus < 400
        ? 'Redirects are not followed: set the address that it leads to.'
        : 'Answer with 200 as soon as the event is stored, and process it later.';
  return {
    tone: 'error',
    title: `Attempt ${number} was answered with ${answerStatus}`,
    text: error === null ? advice : `${error} ${advice}`,
  };
}

function faultReasons({ id }: Delivery, { faults }: DeliveryConditions): Reason[] {
  const active = faults.filter((fault) => isActive(fault) && !fault.held?.includes(id));
  return active.length > 0 ? [activeFaults(active)] : [];
}

function activeFaults(faults: Schema<'Fault'>[]): Reason {
  const kinds = [...new Set(faults.map(({ kind }) => kind))].join(', ');
  return {
    tone: 'warning',
    title: `Webhooks are made to fail: ${kinds}`,
    text: 'A fault is set for the target webhook. It may strike the next attempt.',
    remedy: 'showFaults',
  };
}

function isActive({ target, timesLeft }: Schema<'Fault'>): boolean {
  return target === 'webhook' && timesLeft !== 0;
}
