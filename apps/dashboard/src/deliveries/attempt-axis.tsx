import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../ui/badge.tsx';
import { countText } from '../ui/text.ts';
import { Age, Time } from '../ui/time.tsx';

type Delivery = ControlSchema<'Delivery'>;

/** An entry on the axis: an attempt that was made, is due, may come or will not come. */
interface AxisEntry {
  tone: Tone;
  status: ReactNode;
  /** When it was made or is due. */
  at?: number;
}

/** The attempts of a delivery at the times of the schedule: `delays` has the seconds before each attempt of a series (HOOK-4). */
export function AttemptAxis({ delivery, delays }: { delivery: Delivery; delays: number[] }): ReactNode {
  const earlier = delivery.attemptLog.length - delivery.attempts;
  const entries = delays.map((delay, index) => ({ number: index + 1, delay, ...entryOf(delivery, index) }));
  return (
    <div className="card surface stack">
      {earlier > 0 && <p>Redelivered after {countText(earlier, 'earlier attempt')}.</p>}
      <ol className="timeline steps" aria-label="Scheduled attempts">
        {entries.map(({ number, delay, tone, status, at }) => (
          <li key={number} className={at !== undefined && tone !== 'amber' ? tone : `planned ${tone}`}>
            <p>
              <strong>Attempt {number}</strong>
              <span className="muted"> after {delay} s</span>
            </p>
            <p>
              <Badge tone={tone}>{status}</Badge>
            </p>
            {at !== undefined && (
              <p className="muted">
                <Time at={at} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function entryOf({ state, attempts, attemptLog, dueAt }: Delivery, index: number): AxisEntry {
  // A redelivery counts from 0 again; the log keeps the attempts before.
  const made = index < attempts ? attemptLog[attemptLog.length - attempts + index] : undefined;
  if (made) {
    const { answerStatus, failure, startedAt } = made;
    const status = answerStatus === null ? 'No answer' : `Answered ${answerStatus}`;
    return { tone: failure === null ? 'green' : 'red', status, at: startedAt };
  }
  if (state !== 'pending') return { tone: 'gray', status: state === 'delivered' ? 'Not needed' : 'Not sent' };
  if (index > attempts) return { tone: 'gray', status: 'If the previous one fails' };
  return {
    tone: 'amber',
    at: dueAt,
    status: (
      <>
        Due <Age at={dueAt} />
      </>
    ),
  };
}
