import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Play, Snowflake } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { AttemptName, Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Loaded, Page, Section } from '../ui/page.tsx';
import { timeText } from '../ui/text.ts';
import { Age, Time } from '../ui/time.tsx';
import { useMove } from '../ui/use-move.tsx';
import { Advance } from './advance.tsx';
import { Faults } from './faults.tsx';

type Clock = ControlSchema<'Clock'>;

/** The tenant's clock: stop it, advance it, let it run; what is scheduled, and which faults are set. */
export function ClockPage(): ReactNode {
  const query = useControl('describe');
  return (
    <Page
      title="Clock"
      intro="Each tenant has its own clock. If you advance it, everything scheduled in between runs in order."
    >
      <Loaded query={query} what="the clock">
        {({ clock }) => (
          <div className="columns">
            <Section title="Now" isCard>
              <Now clock={clock} />
              <Advance now={clock.now} />
            </Section>
            <Section title="Scheduled" isCard>
              <Due />
            </Section>
          </div>
        )}
      </Loaded>
      <Section title="Faults" intro="Make calls and webhooks fail on purpose to test your code.">
        <Faults />
      </Section>
    </Page>
  );
}

function Now({ clock }: { clock: Clock }): ReactNode {
  const { isFrozen } = clock;
  const now = useNow((time = clock.now) => time);
  const freeze = useMove((control) => control.freeze(), { done: 'The clock is frozen' });
  const resume = useMove((control) => control.resume(), { done: 'The clock is running' });
  return (
    <>
      <div className="row">
        <time className="figure" dateTime={new Date(now).toISOString()}>
          {timeText(now)}
          {isFrozen && `.${String(now % 1000).padStart(3, '0')}`}
        </time>
        <Badge tone={isFrozen ? 'blue' : 'green'}>{isFrozen ? 'Frozen' : 'Running'}</Badge>
      </div>
      <div className="row">
        {isFrozen ? (
          <Button tone="primary" icon={Play} {...resume.button()}>
            Resume
          </Button>
        ) : (
          <Button tone="primary" icon={Snowflake} {...freeze.button()}>
            Freeze
          </Button>
        )}
      </div>
      <Problem error={freeze.error ?? resume.error} title="The clock was not changed" />
    </>
  );
}

/** The most scheduled actions that the page shows. */
const mostDue = 20;

/** The scheduled actions, earliest first. Their consequences, such as a retry, are not known yet. */
function Due(): ReactNode {
  return (
    <Loaded query={useControl('due', { limit: mostDue })} what="the schedule">
      {({ due, hasMore }) => (
        <ol className="timeline" aria-label="Scheduled">
          {due.map((one) => (
            <li key={`${one.kind} ${one.kind === 'delivery' ? one.deliveryId : one.milestoneId}`} className="planned">
              <p>
                {one.kind === 'move' ? (
                  <Link href={`/contracts/${one.milestoneId}`}>Automatic {one.move}</Link>
                ) : (
                  <Link href={`/deliveries/${one.deliveryId}`}>
                    <AttemptName {...one} />
                  </Link>
                )}{' '}
                {one.title && <bdi className="muted">{one.title}</bdi>}
              </p>
              <p className="muted">
                <Time at={one.dueAt} /> (<Age at={one.dueAt} />)
              </p>
            </li>
          ))}
          {hasMore && <li className="planned">More is scheduled later.</li>}
          {due.length === 0 && <li className="planned">Nothing is scheduled.</li>}
        </ol>
      )}
    </Loaded>
  );
}
