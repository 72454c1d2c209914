import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Play, Snowflake } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useProperties } from '../api/control-document.ts';
import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Loaded, LoadingPage } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Columns, Page, Section, Toolbar } from '../ui/page.tsx';
import { countText, durationText, inputText, timeText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.ts';
import { Actions } from './actions.tsx';
import { DueLine } from './due-line.tsx';
import { useAdvance } from './use-advance.ts';

/** Usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];

/** The tenant's clock: stop it, advance it, let it run. */
export function ClockPage(): ReactNode {
  const query = useControl('clock');
  const now = useNow();
  const freeze = useMove((control) => control.freeze(), { done: 'The clock is frozen' });
  const resume = useMove((control) => control.resume(), { done: 'The clock runs again' });
  if (!query.data || now === undefined) return <LoadingPage title="Clock" query={query} />;
  const { isFrozen } = query.data;
  return (
    <Page
      title="Clock"
      badges={<Badge tone={isFrozen ? 'blue' : 'green'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>}
      intro="Each tenant has its own clock. Anything scheduled in the skipped time runs in order, at its scheduled time."
    >
      <Card>
        <time className="figure" dateTime={new Date(now).toISOString()}>
          {timeText(now)}
        </time>
        <p>{describeClock(query.data)}</p>
        <Toolbar>
          {isFrozen ? (
            <Button tone="primary" icon={Play} {...resume.button()}>
              Resume
            </Button>
          ) : (
            <Button tone="primary" icon={Snowflake} {...freeze.button()}>
              Freeze
            </Button>
          )}
        </Toolbar>
        <Problem error={freeze.error ?? resume.error} title="The clock was not changed" />
      </Card>
      <Advance now={now} />
    </Page>
  );
}

/** What is typed into the form: one of both, and the time at which it ends. */
interface Goal {
  seconds: string;
  time: string;
  until?: number | undefined;
}

const noGoal: Goal = { seconds: '', time: '' };
/** The most that the line of what is due shows. */
const mostDue = 20;

function Advance({ now }: { now: number }): ReactNode {
  const [goal, setGoal] = useState(noGoal);
  const { seconds, time } = goal;
  const advance = useAdvance(() => setGoal((done) => ({ ...noGoal, seconds: done.seconds })));
  const { data: service } = useControl('service');
  const retries = [...new Set(service?.retryDelaysInSeconds)].map(
    (delay) => [countText(delay, 'second'), delay] as const,
  );
  const { maximum = Infinity, description = '' } = useProperties('Distance')?.['seconds'] ?? {};
  const isTooFar = goal.until !== undefined && goal.until - now > maximum * 1000;
  const until = isTooFar ? undefined : goal.until;
  const due = useControl('due', { limit: mostDue, ...(until !== undefined && { until }) });
  const next = due.data?.due[0];
  return (
    <>
      <Section title="Advance">
        <Form
          onSubmit={() => advance.run(time === '' ? { seconds: Number(seconds) } : { to: Date.parse(time) })}
          submit="Advance"
          move={isTooFar ? { isRunning: false, error: new Error(description) } : advance}
          failed={isTooFar ? `“${time === '' ? 'Seconds' : 'Advance to'}” is too far` : 'The clock was not advanced'}
          isBlocked={isTooFar}
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

function describeClock({ isFrozen, offsetInMs }: ControlSchema<'Clock'>): string {
  const state = isFrozen ? 'Stands still' : 'Runs';
  if (offsetInMs === 0) return `${state}, with the system's clock`;
  return `${state}, ${durationText(Math.abs(offsetInMs))} ${offsetInMs > 0 ? 'ahead of' : 'behind'} the system's clock`;
}
