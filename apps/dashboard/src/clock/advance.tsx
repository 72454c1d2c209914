import { type ReactNode, useState } from 'react';
import { useControl } from '../api/use-control.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/form.tsx';
import { countText, inputText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.tsx';

/** Usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];

/** By seconds, or to a time on the tenant's clock, which may have passed meanwhile. */
type Distance = { seconds: number } | { to: number };

/** Advances the clock by usual steps, by seconds or to a time. */
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
      done: ({ actions }) => `Clock advanced: ${countText(actions.length, 'scheduled action')} ran`,
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
        {next && <Button {...advance.button({ to: next.dueAt })}>To the next scheduled time</Button>}
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
    </>
  );
}
