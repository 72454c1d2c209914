import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { distanceText, durationText, timeText } from '../ui/text.ts';

/** The conditions on which a delivery goes out. */
export interface DeliveryConditions {
  webhookUrl: string | null;
  clock: ControlSchema<'Clock'>;
  /** The time on the tenant's clock. */
  now: number;
  faults: ControlSchema<'Fault'>[];
}

/** A reason why a webhook has not arrived, or a note that it has. */
export interface Reason {
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text: string;
  /** What helps; undefined if the text says it. */
  remedy?: 'setAddress' | 'advance' | 'drain' | 'showFaults' | undefined;
  /** By how much to advance the clock. */
  seconds?: number;
}

type Delivery = ControlSchema<'Delivery'>;
type Attempt = ControlSchema<'DeliveryAttempt'>;

/** Explains the state of a delivery, the most important reason first. */
export function explainDelivery(delivery: Delivery, conditions: DeliveryConditions): Reason[] {
  const { id, state, attempts, attemptLog } = delivery;
  if (state === 'delivered') return [delivered(delivery, conditions)];
  const exhausted: Reason = {
    tone: 'error',
    title: `All ${attempts} attempts failed`,
    text: 'The sandbox does not retry it. Fix the receiver, then redeliver.',
  };
  return [
    state === 'failed' ? exhausted : waiting(delivery, conditions),
    ...attemptLog.slice(-1).map(explainAttempt),
    ...explainFaults(conditions.faults.filter(({ held }) => !held?.includes(id))),
  ];
}

/** The state of a delivery in one line: what went wrong at the last attempt, and what comes next. */
export function deliveryText(delivery: Delivery, conditions: DeliveryConditions): string {
  const [{ title } = { title: '' }] = explainDelivery(delivery, conditions);
  const last = delivery.attemptLog.at(-1);
  if (!last || delivery.state === 'delivered') return title;
  // The first sentence of the error, without what to do about it.
  const [cause] = last.error?.split(/[.:](?: |$)/) ?? [`The receiver answered ${last.answerStatus}`];
  if (delivery.state === 'failed') return `${title} · ${cause}`;
  return `${cause} · ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

/** Reasons that affect all webhooks. */
export function explainConditions({ webhookUrl, clock, faults }: Omit<DeliveryConditions, 'now'>): Reason[] {
  const frozen: Reason = {
    tone: 'info',
    title: 'The clock is frozen',
    text: `It shows ${timeText(clock.now)}. Later retries wait until you advance or resume the clock.`,
    remedy: 'advance',
  };
  return [...(webhookUrl === null ? [noAddress] : []), ...explainFaults(faults), ...(clock.isFrozen ? [frozen] : [])];
}

const noAddress: Reason = {
  tone: 'info',
  title: 'No webhook URL set',
  text: 'Set it in the tenant menu. Events are stored until then.',
  remedy: 'setAddress',
};

function delivered({ attemptLog }: Delivery, { webhookUrl }: DeliveryConditions): Reason {
  const last = attemptLog.at(-1);
  const moved = webhookUrl !== null && last?.url !== webhookUrl ? ` The URL is now ${webhookUrl}.` : '';
  const text = last
    ? `${last.url} answered ${last.answerStatus} on attempt ${last.number} at ${timeText(last.endedAt)}.${moved}`
    : 'The receiver answered.';
  return { tone: 'success', title: 'It arrived', text };
}

function waiting(delivery: Delivery, { webhookUrl, clock, now, faults }: DeliveryConditions): Reason {
  if (webhookUrl === null) return noAddress;
  const { dueAt, id, attempts, attemptsLeft } = delivery;
  if (faults.some(({ held }) => held?.includes(id))) {
    const text = `A reorder fault delays it until the next delivery is sent, or until ${timeText(dueAt)} at the latest.`;
    return { tone: 'warning', title: 'A fault delays it', text, remedy: 'showFaults' };
  }
  if (dueAt <= now) {
    const text = 'It will be sent in a moment. If it is not, send due webhooks now.';
    return { tone: 'info', title: 'It is due now', text, remedy: 'drain' };
  }
  const again = delivery.attemptLog.length > attempts ? ' since the redelivery' : '';
  const next = `Attempt ${attempts + 1} of ${attempts + attemptsLeft}${again} is due at ${timeText(dueAt)}`;
  const advance = { remedy: 'advance', seconds: Math.ceil((dueAt - now) / 1000) } as const;
  if (clock.isFrozen) {
    const text = `${next}, but the frozen clock shows ${timeText(now)}. Advance it by ${durationText(dueAt - now)}.`;
    return { tone: 'warning', title: 'The clock is frozen before the next attempt', text, ...advance };
  }
  return { tone: 'info', title: `Next attempt ${distanceText(dueAt - now)}`, text: `${next}.`, ...advance };
}

function explainAttempt(attempt: Attempt): Reason {
  const { number, answerStatus, error, url } = attempt;
  const title = answerStatus === null ? 'got no answer' : `was answered with ${answerStatus}`;
  const { advice = '', remedy } = adviceOf(attempt);
  const text = `${error ?? `${url} answered ${answerStatus}.`} ${advice}`.trim();
  return { tone: 'error', title: `Attempt ${number} ${title}`, text, remedy };
}

/** The remedy for a failed attempt. For a failed connection, a redirect and a fault, the error contains it. */
function adviceOf({ answerStatus, failure }: Attempt): { advice?: string; remedy?: Reason['remedy'] } {
  if (failure?.startsWith('fault')) return { remedy: 'showFaults' };
  const status = answerStatus ?? 0;
  if (status < 400) return { remedy: 'setAddress' };
  const known = adviceByStatus[status];
  if (known) return { advice: known, remedy: 'setAddress' };
  return { advice: status < 500 ? refused : broken };
}

const signature = "The receiver probably rejects the signature. Compare its webhook secret with the tenant's.";
const noRoute = 'The receiver has no route for this URL. Check the path.';
const refused = 'Its answer may explain why.';
const broken = 'Check its log. Answer 200 once the event is stored, and process it later.';

/** Advice for statuses with a likely cause. */
const adviceByStatus: Record<number, string> = {
  401: signature,
  403: signature,
  404: noRoute,
  405: noRoute,
  410: noRoute,
};

/** One reason for all faults that may be injected into a delivery. */
function explainFaults(faults: ControlSchema<'Fault'>[]): Reason[] {
  const active = faults.filter(({ target, timesLeft }) => target === 'webhook' && timesLeft !== 0);
  if (active.length === 0) return [];
  const kinds = [...new Set(active.map(({ kind }) => kind))].join(', ');
  return [
    {
      tone: 'warning',
      title: `Active webhook faults: ${kinds}`,
      text: 'They can affect the next attempt.',
      remedy: 'showFaults',
    },
  ];
}
