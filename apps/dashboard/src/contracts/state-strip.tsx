import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { milestoneStates, StateName } from '../ui/badge.tsx';
import { Card } from '../ui/page.tsx';
import { Age, Time } from '../ui/time.tsx';
import { moveLooks } from './moves.tsx';
import { timelineEntries } from './timeline-entries.ts';

/** Every state of a milestone in order: since when it has been reached, or what leads to it. */
export function StateStrip({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  const reached = timelineEntries(milestone).filter(({ kind }) => kind === 'state');
  const current = milestoneStates.findIndex(([state]) => state === milestone.state);
  return (
    <Card>
      <ol className="timeline steps" aria-label="States">
        {milestoneStates.map(([state], index) => (
          <li
            key={state}
            className={index > current ? `planned ${index === current + 1 ? 'amber' : ''}` : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <p>
              <StateName state={state} />
            </p>
            <p className="muted">
              {index > current ? (
                <Cause milestone={milestone} state={state} isNext={index === current + 1} />
              ) : (
                <>
                  {index === current ? 'Now, since ' : 'Reached '}
                  <Time at={reached.find(({ title }) => title === state)?.at ?? milestone.createdAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface CauseProps {
  milestone: ControlSchema<'Milestone'>;
  state: string;
  isNext: boolean;
}

/** What leads to a state that has not been reached, and when it happens automatically. */
function Cause({ milestone: { scheduledMove }, state, isNext }: CauseProps): ReactNode {
  const when = Object.values(moveLooks).find(({ to }) => to === state)?.when;
  return (
    <>
      {isNext ? 'Next' : 'Later'}, {when}
      {isNext && scheduledMove && (
        <>
          : automatic <Age at={scheduledMove.dueAt} />
        </>
      )}
    </>
  );
}
