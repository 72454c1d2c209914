import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Play, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { LoadingPage } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Toolbar } from '../ui/page.tsx';
import { durationText, timeText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.ts';
import { Advance } from './advance.tsx';

/** The tenant's clock: stop it, advance it, let it run. */
export function ClockPage(): ReactNode {
  const { data } = useControl('describe');
  const now = useNow((time) => time);
  const freeze = useMove((control) => control.freeze(), { done: 'The clock is frozen' });
  const resume = useMove((control) => control.resume(), { done: 'The clock runs again' });
  if (!data || now === undefined) return <LoadingPage title="Clock" />;
  const { isFrozen } = data.clock;
  return (
    <Page
      title="Clock"
      badges={<Badge tone={isFrozen ? 'blue' : 'green'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>}
      intro="Each tenant has its own clock. Anything scheduled in the skipped time runs in order, at its scheduled time."
    >
      <Card>
        <time className="figure" dateTime={new Date(now).toISOString()}>
          {timeText(now)}
          {isFrozen && `.${String(now % 1000).padStart(3, '0')}`}
        </time>
        <p>{describeClock(data.clock)}</p>
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

function describeClock({ isFrozen, offsetInMs }: ControlSchema<'Clock'>): string {
  const state = isFrozen ? 'Stands still' : 'Runs';
  if (offsetInMs === 0) return `${state}, with the system's clock`;
  return `${state}, ${durationText(Math.abs(offsetInMs))} ${offsetInMs > 0 ? 'ahead of' : 'behind'} the system's clock`;
}
