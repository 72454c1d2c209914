import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { useControl } from '../api/use-control.ts';
import { AttemptName, Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/form.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { countText, inputText, timeText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.tsx';

/** Usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];

/** By seconds, or to a time on the tenant's clock, which may have passed meanwhile. */
type Distance = { seconds: number } | { to: number };

/** Advances the clock by usual steps, by seconds or to a time, and shows what fell due on the way. */
export function Advance({ now }: { now: number }): ReactNode {
  const [seconds, setSeconds] = useState('');
  const [time, setTime] = useState('');
  const advance = useMove(
    async (control, distance: Distance) => {
      if ('seconds' in distance) return control.advance(distance.seconds);
      const clock = await control.clock();
      return control.advance(Math.max(0, distance.to - clock.now) / 1000);
    },
    {
      done: ({ actions }) => `The clock was advanced; ${actions.length || 'nothing'} fell due`,
      onDone: () => setTime(''),
    },
  );
  const { data: service } = useControl('service');
  const retries = [...new Set(service?.retryDelaysInSeconds)].map(
    (delay) => [countText(delay, 'second'), delay] as const,
  );
  const next = useControl('due', { limit: 1 }).data?.due[0];
  return (
    <>
      <div className="row">
        {next && <Button {...advance.button({ to: next.dueAt })}>To the next due event</Button>}
        {[...retries, ...presets].map(([label, preset]) => (
          <Button key={label} {...advance.button({ seconds: preset })}>
            {label}
          </Button>
        ))}
      </div>
      <Form
        onSubmit={() => advance.run(time === '' ? { seconds: Number(seconds) } : { to: Date.parse(time) })}
        submit="Advance"
        move={advance}
        failed="The clock was not advanced"
      >
        <TextField
          label="Seconds"
          type="number"
          step="any"
          min={0}
          required={time === ''}
          value={seconds}
          onValue={setSeconds}
        />
        <TextField
          label="Or to a time"
          type="datetime-local"
          step={1}
          min={inputText(now)}
          value={time}
          onValue={setTime}
        />
      </Form>
      {advance.result && (
        <List label="What fell due" entries={advance.result.actions.map(toEntry)} empty="Nothing fell due." />
      )}
    </>
  );
}

function toEntry(action: ControlSchema<'Action'>): ListEntry {
  const { at, outcome, milestoneId } = action;
  const end = <span>{timeText(at)}</span>;
  const badge = <Badge tone={outcome === 'done' || outcome === 'delivered' ? 'green' : 'red'}>{outcome}</Badge>;
  if (action.kind === 'delivery') {
    const { deliveryId, attempt, error, answerStatus } = action;
    const title = <AttemptName {...action} />;
    const text = error ?? `Answered ${answerStatus}`;
    return { id: `${deliveryId} ${attempt}`, href: `/deliveries/${deliveryId}`, badge, title, text, end };
  }
  const { move, refusal } = action;
  const [title, text] = [`Automatic ${move}`, refusal ?? milestoneId];
  return { id: `${move} ${at} ${milestoneId}`, href: `/contracts/${milestoneId}`, badge, title, text, end };
}
