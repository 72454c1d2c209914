import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge, type Tone } from '../ui/badge.tsx';
import { clockText, timeText } from '../ui/text.ts';

type Slot = ControlSchema<'Overview'>['requestsOverTime'][number];

/** The outcomes of a request, in the order of a bar from its bottom. */
const outcomes = [
  ['answered', 'green'],
  ['refused', 'amber'],
  ['failed', 'red'],
] as const satisfies [keyof Slot, Tone][];

/** Requests over time by outcome. Each bar and each outcome leads to its requests. */
export function RequestBars({ slots }: { slots: Slot[] }): ReactNode {
  const largest = Math.max(1, ...slots.map(({ answered, refused, failed }) => answered + refused + failed));
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  const sumOf = (outcome: keyof Slot) => slots.reduce((sum, slot) => sum + slot[outcome], 0);
  // As in the list of requests, the failed ones are refused, too.
  const sums = { answered: sumOf('answered'), refused: sumOf('refused') + sumOf('failed'), failed: sumOf('failed') };
  return (
    <>
      <ol className="request-bars" aria-label="Requests by time">
        {slots.map((slot) => (
          <li key={slot.from}>
            <Bar slot={slot} largest={largest} />
          </li>
        ))}
      </ol>
      <div className="row apart muted">
        <span>{timeText(first.from)}</span>
        <span>{timeText(last.to)}</span>
      </div>
      <div className="row muted">
        {outcomes.map(([outcome, tone]) => (
          <Link key={outcome} href={`/requests?outcome=${outcome}&from=${first.from}`} className="row plain-link">
            <Badge tone={tone}>{outcome}</Badge>
            {sums[outcome].toLocaleString('en')}
          </Link>
        ))}
      </div>
    </>
  );
}

function Bar({ slot, largest }: { slot: Slot; largest: number }): ReactNode {
  const counted = outcomes.filter(([outcome]) => slot[outcome] > 0);
  const text = counted.map(([outcome]) => `${slot[outcome]} ${outcome}`).join(', ');
  const span = `${clockText(slot.from)} to ${clockText(slot.to)}`;
  if (counted.length === 0) return null;
  return (
    <Link href={`/requests?from=${slot.from}&to=${slot.to}`} aria-label={`${span}: ${text}`} title={`${span}: ${text}`}>
      {counted.toReversed().map(([outcome, tone]) => (
        <span key={outcome} className={tone} style={{ height: `${(100 * slot[outcome]) / largest}%` }} />
      ))}
    </Link>
  );
}
