import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { AttemptName, Badge } from '../ui/badge.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { timeText } from '../ui/text.ts';

/** The actions that the sandbox took because they were due, in order. */
export function Actions({ actions }: { actions: ControlSchema<'Action'>[] }): ReactNode {
  return <List label="What fell due" entries={actions.map(toEntry)} empty="Nothing fell due." />;
}

function toEntry(action: ControlSchema<'Action'>): ListEntry {
  const { kind, at, outcome, milestoneId } = action;
  const isGood = outcome === 'delivered' || outcome === 'done';
  const common = {
    badge: <Badge tone={isGood ? 'green' : 'red'}>{outcome}</Badge>,
    end: <span>{timeText(at)}</span>,
  };
  if (kind === 'move') {
    const { move, refusal } = action;
    const [id, title] = [`${move} ${at} ${milestoneId}`, `Automatic ${move}`];
    return { ...common, id, title, href: `/contracts/${milestoneId}`, text: refusal ?? milestoneId };
  }
  const { answerStatus, error, deliveryId } = action;
  return {
    ...common,
    id: `${deliveryId} ${at}`,
    href: `/deliveries/${deliveryId}`,
    title: <AttemptName {...action} />,
    text: error ?? (answerStatus === null ? 'no answer' : `answered ${answerStatus}`),
  };
}
