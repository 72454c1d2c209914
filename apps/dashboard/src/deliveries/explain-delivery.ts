import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { distanceText, durationText, timeText } from '../ui/time-text.ts';
import { causeText, isFault } from './failure-text.ts';

/** The conditions on which a delivery goes out. */
export interface DeliveryConditions {
  webhookUrl: string | null;
  clock: ControlSchema<'Clock'>;
  /** The time on the tenant's clock. */
  now: number;
  faults: ControlSchema<'Fault'>[];
}

/** A remedy for a delivery. */
type Remedy = 'setAddress' | 'changeWebhook' | 'advance' | 'drain' | 'redeliver' | 'showFaults';

/** A reason why a webhook has not arrived, or a note that it has. */
export interface Reason {
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text: string;
  remedy?: Remedy;
  /** By how much to advance the clock. */
  seconds?: number;
}

type Delivery = ControlSchema<'Delivery'>;

/** Explains the state of a delivery, the most important reason first. */
export function explainDelivery(delivery: Delivery, conditions: DeliveryConditions): Reason[] {
  const last = delivery.attemptLog.at(-1);
  const lastReason = last && delivery.state !== 'delivered' ? [explainAttempt(last)] : [];
  if (delivery.state === 'delivered') return [delivered(delivery, conditions)];
  if (delivery.state === 'failed') return [exhausted(delivery), ...lastReason, ...faultReasons(delivery, conditions)];
  return [...waitReasons(delivery, conditions), ...lastReason, ...faultReasons(delivery, conditions)];
}

/** The state of a delivery in one line: what went wrong at the last attempt, and what comes next. */
export function deliveryText(delivery: Delivery, conditions: DeliveryConditions): string {
  const [reason] = explainDelivery(delivery, conditions);
  const last = delivery.attemptLog.at(-1);
  const title = reason?.title ?? '';
  if (!last || delivery.state === 'delivered') return title;
  const cause = causeText(last);
  if (delivery.state === 'failed') return `${title} · ${cause}`;
  return `${cause} · ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Reasons that affect all webhooks. */
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
  tone: 'info',
  title: 'No webhook address is set',
  text: 'Events are stored and wait. Set an address, and they go out at once.',
  remedy: 'setAddress',
};

function delivered({ attemptLog }: Delivery, { webhookUrl }: DeliveryConditions): Reason {
  const last = attemptLog.at(-1);
  const moved = last && webhookUrl !== null && last.url !== webhookUrl ? ` The address is now ${webhookUrl}.` : '';
  const text = last
    ? `${last.url} answered ${last.answerStatus} at ${timeText(last.endedAt)}, at attempt ${last.number}.${moved}`
    : 'The receiver answered.';
  return { tone: 'success', title: 'It arrived', text, remedy: 'redeliver' };
}

function exhausted({ attempts }: Delivery): Reason {
  return {
    tone: 'error',
    title: `All ${attempts} attempts failed`,
    text: 'It is not sent again automatically. Fix the receiver, then send it again.',
    remedy: 'redeliver',
  };
}

function waitReasons(delivery: Delivery, { webhookUrl, clock, now, faults }: DeliveryConditions): Reason[] {
  if (webhookUrl === null) return [noAddress];
  const { dueAt, id, attempts, attemptsLeft } = delivery;
  if (faults.some(({ held }) => held?.includes(id))) {
    const text = `A reorder fault holds it back until the next delivery has gone out, at the latest until ${timeText(dueAt)}.`;
    return [{ tone: 'warning', title: 'It is held back on purpose', text, remedy: 'showFaults' }];
  }
  if (dueAt <= now) {
    const text = 'It will be sent in a moment. If it is not, deliver what is due now.';
    return [{ tone: 'info', title: 'It is due now', text, remedy: 'drain' }];
  }
  const seconds = Math.ceil((dueAt - now) / 1000);
  const again = delivery.attemptLog.length > attempts ? ' since it was sent again' : '';
  const next = `Attempt ${attempts + 1} of ${attempts + attemptsLeft}${again} is due at ${timeText(dueAt)}`;
  if (clock.isFrozen) {
    const text = `${next}, and the frozen clock shows ${timeText(now)}. Advance it by ${durationText(dueAt - now)}.`;
    return [
      { tone: 'warning', title: 'The clock is frozen before the next attempt', text, remedy: 'advance', seconds },
    ];
  }
  const title = `Next attempt ${distanceText(dueAt - now)}`;
  return [{ tone: 'info', title, text: `${next}.`, remedy: 'advance', seconds }];
}

function explainAttempt(attempt: Delivery['attemptLog'][number]): Reason {
  const { number, answerStatus, error, url } = attempt;
  const title = answerStatus === null ? 'got no answer' : `was answered with ${answerStatus}`;
  const { advice = '', remedy } = adviceOf(attempt);
  const text = `${error ?? `${url} answered ${answerStatus ?? 'nothing'}.`} ${advice}`.trim();
  return { tone: 'error', title: `Attempt ${number} ${title}`, text, ...(remedy && { remedy }) };
}

/** The remedy for a failed attempt. For a failed connection and a redirect, the error itself says it. */
function adviceOf({ answerStatus, failure }: Delivery['attemptLog'][number]): { advice?: string; remedy?: Remedy } {
  if (isFault(failure)) return { remedy: 'showFaults' };
  const status = answerStatus ?? 0;
  if (status < 400) return { remedy: 'changeWebhook' };
  return { advice: adviceByStatus[status] ?? (status < 500 ? refused : broken), ...remedyByStatus(status) };
}

const signature =
  'Most likely the receiver does not accept the signature: compare its webhook secret with the one in the settings.';
const noRoute = 'The receiver takes no webhooks at this address: compare its path with the route of the receiver.';
const refused = 'The receiver refused the event: its answer may say why.';
const broken =
  'The receiver failed: its own log says why. Answer with 200 as soon as the event is stored, and process it later.';

/** Advice for statuses with a likely cause. */
const adviceByStatus: Record<number, string> = {
  401: signature,
  403: signature,
  404: noRoute,
  405: noRoute,
  410: noRoute,
};

function remedyByStatus(status: number): { remedy?: Remedy } {
  return status in adviceByStatus ? { remedy: 'changeWebhook' } : {};
}

function faultReasons({ id }: Delivery, { faults }: DeliveryConditions): Reason[] {
  const active = faults.filter((fault) => isActive(fault) && !fault.held?.includes(id));
  return active.length > 0 ? [activeFaults(active)] : [];
}

function activeFaults(faults: ControlSchema<'Fault'>[]): Reason {
  const kinds = [...new Set(faults.map(({ kind }) => kind))].join(', ');
  return {
    tone: 'warning',
    title: `Webhooks are made to fail: ${kinds}`,
    text: 'A fault is set for the target webhook. It may be injected into the next attempt.',
    remedy: 'showFaults',
  };
}

function isActive({ target, timesLeft }: ControlSchema<'Fault'>): boolean {
  return target === 'webhook' && timesLeft !== 0;
}
