import { type ReactNode, useState } from 'react';
import { type FieldSchema, useProperties } from '../api/control-document.ts';
import { useControl } from '../api/use-control.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Columns, Section, Toolbar } from '../ui/page.tsx';
import { countText, inputText, timeText } from '../ui/text.ts';
import { Actions } from './actions.tsx';
import { DueLine } from './due-line.tsx';
import { useAdvance } from './use-advance.ts';

/** Usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];

/** What is typed into the form: one of both, and the time at which it ends. */
interface Goal {
  seconds: string;
  time: string;
  until?: number | undefined;
}

const noGoal: Goal = { seconds: '', time: '' };
/** The most that the line of what is due shows. */
const mostDue = 20;

/** Advances the clock by usual steps, by seconds or to a time, and shows what fell due and what is due until then. */
export function Advance({ now }: { now: number }): ReactNode {
  const [goal, setGoal] = useState(noGoal);
  const { seconds, time } = goal;
  const advance = useAdvance(() => setGoal((done) => ({ ...noGoal, seconds: done.seconds })));
  const { data: service } = useControl('service');
  const retries = [...new Set(service?.retryDelaysInSeconds)].map(
    (delay) => [countText(delay, 'second'), delay] as const,
  );
  const limits = useProperties('Distance')?.['seconds'];
  const wrong = limits && !advance.isRunning ? findWrong(goal, now, limits) : undefined;
  const until = limits && !wrong ? goal.until : undefined;
  const due = useControl('due', { limit: mostDue, ...(until !== undefined && { until }) });
  const next = due.data?.due[0];
  return (
    <>
      <Section title="Advance">
        <Form
          onSubmit={() => advance.run(time === '' ? { seconds: Number(seconds) } : { to: Date.parse(time) })}
          submit="Advance"
          move={wrong ? { isRunning: false, error: new Error(limits?.description) } : advance}
          failed={wrong ?? 'The clock was not advanced'}
          isBlocked={wrong !== undefined}
          actions={next && <Button {...advance.button({ to: next.dueAt })}>Advance to the next due event</Button>}
        >
          <Toolbar>
            {[...retries, ...presets].map(([label, preset]) => (
              <Button key={label} {...advance.button({ seconds: preset })}>
                {label}
              </Button>
            ))}
          </Toolbar>
          <Columns>
            <TextField
              label="Seconds"
              type="number"
              step="any"
              required={time === ''}
              value={seconds}
              onValue={(value) => setGoal(toGoal({ seconds: value }, now + Number.parseFloat(value) * 1000))}
            />
            <TextField
              label="Advance to"
              help="A time on the tenant's clock, in your time zone."
              type="datetime-local"
              step={1}
              min={inputText(now)}
              required={seconds === ''}
              value={time}
              onValue={(value) => setGoal(toGoal({ time: value }, Date.parse(value)))}
            />
          </Columns>
        </Form>
      </Section>
      {advance.result && (
        <Section title="What fell due">
          <Actions actions={advance.result.actions} />
        </Section>
      )}
      <Section
        title={until === undefined ? 'What is due' : `What will happen until ${timeText(until)}`}
        intro="What follows from these is not known before, such as a retry after a failure or a completion after a release. Without a webhook URL no delivery is due."
        isCard
      >
        <Loaded query={due}>{(page) => <DueLine page={page} now={now} until={until} />}</Loaded>
      </Section>
    </>
  );
}

function toGoal(typed: Partial<Goal>, until: number): Goal {
  return { ...noGoal, ...typed, until: Number.isNaN(until) ? undefined : Math.round(until) };
}

/** What is wrong with the distance that was typed, by the label of its field. The seconds of a running clock are counted from the click. */
function findWrong({ seconds, time, until }: Goal, now: number, { minimum = 0, maximum = Infinity }: FieldSchema) {
  if (until === undefined) return undefined;
  const [label, distance] = time === '' ? ['Seconds', Number(seconds)] : ['Advance to', (until - now) / 1000];
  if (distance < minimum) return `“${label}” leads into the past`;
  return distance > maximum ? `“${label}” is too far` : undefined;
}
