import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { Play, Snowflake } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { LoadingPage } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Section, Toolbar } from '../ui/page.tsx';
import { countText, durationText, timeText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.ts';
import { Actions } from './actions.tsx';
import { useAdvance } from './use-advance.ts';

/** The delays of webhooks, and usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ...retryDelaysInSeconds.map((delay): [string, number] => [countText(delay, 'second'), delay]),
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
      intro="Each tenant has its own clock. What falls due while you advance it is done in order, each at its own time."
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
      <Advance />
    </Page>
  );
}

function Advance(): ReactNode {
  const [seconds, setSeconds] = useState('');
  const advance = useAdvance();
  return (
    <>
      <Section title="Advance">
        <Form
          onSubmit={() => advance.run(Number(seconds))}
          submit="Advance"
          move={advance}
          failed="The clock was not advanced"
        >
          <Toolbar>
            {presets.map(([label, preset]) => (
              <Button key={label} {...advance.button(preset)}>
                {label}
              </Button>
            ))}
          </Toolbar>
          <TextField label="Seconds" type="number" step="any" required value={seconds} onValue={setSeconds} />
        </Form>
      </Section>
      {advance.result && (
        <Section title="What fell due">
          <Actions actions={advance.result.actions} />
        </Section>
      )}
    </>
  );
}

function describeClock({ isFrozen, offsetInMs }: ControlSchema<'Clock'>): string {
  const state = isFrozen ? 'Stands still' : 'Runs';
  if (offsetInMs === 0) return `${state}, with the system's clock`;
  return `${state}, ${durationText(Math.abs(offsetInMs))} ${offsetInMs > 0 ? 'ahead of' : 'behind'} the system's clock`;
}
