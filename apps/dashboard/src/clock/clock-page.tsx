import { retryDelaysInSeconds } from '@escrow-kit/spec';
import { Play, Snowflake } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNow } from '../api/use-now.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { LoadingPage } from '../ui/loading-page.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Section, Toolbar } from '../ui/page.tsx';
import { timeText } from '../ui/time-text.ts';
import { Actions } from './actions.tsx';
import styles from './clock-page.module.css';
import { type ClockMoves, describeClock, useClock, useClockMoves } from './use-clock-moves.ts';

/** The delays of webhooks, and usual times for testing deadlines. */
const presets: [label: string, seconds: number][] = [
  ...retryDelaysInSeconds.map((delay): [string, number] => [delay === 1 ? '1 second' : `${delay} seconds`, delay]),
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];

/** The tenant's clock: stop it, advance it, let it run. */
export function ClockPage(): ReactNode {
  const { data, error } = useClock();
  const now = useNow();
  const moves = useClockMoves();
  if (!data || now === undefined) return <LoadingPage title="Clock" error={error} />;
  const { isFrozen } = data;
  return (
    <Page
      title="Clock"
      badges={<Badge tone={isFrozen ? 'blue' : 'green'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>}
      intro="Each tenant has its own clock. What falls due while you advance it is done in order, each at its own time."
    >
      <Card>
        <p className={styles['time']}>
          <time dateTime={new Date(now).toISOString()}>{timeText(now)}</time>
        </p>
        <p>{describeClock(data)}</p>
        <Toolbar>
          {isFrozen ? (
            <Button tone="primary" icon={Play} isBusy={moves.resume.isRunning} onClick={() => moves.resume.run()}>
              Resume
            </Button>
          ) : (
            <Button tone="primary" icon={Snowflake} isBusy={moves.freeze.isRunning} onClick={() => moves.freeze.run()}>
              Freeze
            </Button>
          )}
        </Toolbar>
        <Problem error={moves.freeze.error ?? moves.resume.error} title="The clock was not changed" />
      </Card>
      <Advance advance={moves.advance} />
      {moves.advance.result && (
        <Section title="What fell due">
          <Actions actions={moves.advance.result.actions} />
        </Section>
      )}
    </Page>
  );
}

function Advance({ advance }: { advance: ClockMoves['advance'] }): ReactNode {
  const [seconds, setSeconds] = useState('');
  return (
    <Section title="Advance">
      <Card>
        <Toolbar>
          {presets.map(([label, preset]) => (
            <Button key={label} isBusy={advance.isRunning} onClick={() => advance.run(preset)}>
              {label}
            </Button>
          ))}
        </Toolbar>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            advance.run(Number(seconds));
          }}
        >
          <Toolbar>
            <TextField
              label="Seconds"
              type="number"
              step="any"
              required
              value={seconds}
              onChange={({ target }) => setSeconds(target.value)}
            />
            <Button type="submit" isBusy={advance.isRunning}>
              Advance
            </Button>
          </Toolbar>
        </form>
        <Problem error={advance.error} title="The clock was not advanced" />
      </Card>
    </Section>
  );
}
