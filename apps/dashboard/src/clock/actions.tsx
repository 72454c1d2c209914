import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Badge } from '../ui/badge.tsx';
import { Row, Rows } from '../ui/rows.tsx';
import { timeText } from '../ui/time-text.ts';

/** The actions that the sandbox took because they were due, in order. */
export function Actions({ actions }: { actions: ControlSchema<'Action'>[] }): ReactNode {
  if (actions.length === 0) return <p>Nothing fell due.</p>;
  return (
    <Rows label="What fell due">
      {actions.map((action) => (
        <ActionRow
          key={`${action.kind} ${action.at} ${'deliveryId' in action ? action.deliveryId : action.milestoneId}`}
          action={action}
        />
      ))}
    </Rows>
  );
}

function ActionRow({ action }: { action: ControlSchema<'Action'> }): ReactNode {
  const base = `/dashboard/${useTenantId()}`;
  const end = <span>{timeText(action.at)}</span>;
  if (action.kind === 'delivery') {
    const { status, attempt, outcome, answerStatus, error, deliveryId } = action;
    return (
      <Row
        href={`${base}/deliveries/${deliveryId}`}
        badge={<Badge tone={outcome === 'delivered' ? 'green' : 'red'}>{outcome}</Badge>}
        title={`Attempt ${attempt} of ${status}`}
        text={error ?? (answerStatus === null ? 'no answer' : `answered ${answerStatus}`)}
        end={end}
      />
    );
  }
  const { move, outcome, refusal, milestoneId } = action;
  return (
    <Row
      href={`${base}/contracts/${milestoneId}`}
      badge={<Badge tone={outcome === 'done' ? 'green' : 'red'}>{outcome}</Badge>}
      title={`Automatic ${move}`}
      text={refusal ?? milestoneId}
      end={end}
    />
  );
}
