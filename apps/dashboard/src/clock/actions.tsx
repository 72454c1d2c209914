import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { answerText, attemptEntry } from '../ui/attempt-entry.tsx';
import { Badge } from '../ui/badge.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { timeText } from '../ui/text.ts';

/** The actions that the sandbox took because they were due, in order. */
export function Actions({ actions }: { actions: ControlSchema<'Action'>[] }): ReactNode {
  return <List label="What fell due" entries={actions.map(toEntry)} empty="Nothing fell due." />;
}

function toEntry(action: ControlSchema<'Action'>): ListEntry {
  const end = <span>{timeText(action.at)}</span>;
  if (action.kind === 'delivery') return { ...attemptEntry(action), text: action.error ?? answerText(action), end };
  const { move, at, outcome, refusal, milestoneId } = action;
  return {
    id: `${move} ${at} ${milestoneId}`,
    href: `/contracts/${milestoneId}`,
    badge: <Badge tone={outcome === 'done' ? 'green' : 'red'}>{outcome}</Badge>,
    title: `Automatic ${move}`,
    text: refusal ?? milestoneId,
    end,
  };
}
