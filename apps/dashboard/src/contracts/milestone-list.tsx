import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { State } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { List, type ListEntry } from '../ui/list.tsx';
import { moneyText } from '../ui/text.ts';
import { Age, Changed } from '../ui/time.tsx';
import { partyName } from './account-text.ts';

type Listed = ControlSchema<'MilestonePage'>['milestones'][number];

/** Milestones as a list. */
export function MilestoneList({ milestones, empty }: { milestones: Listed[]; empty: ReactNode }): ReactNode {
  return <List label="Contracts" entries={milestones.map(toEntry)} empty={empty} />;
}

/** State and title of a milestone, as an entry of a list. Its line begins with the title of the contract, unless it is the same. */
export function milestoneEntry(
  { milestoneId, title, contractTitle, state }: Pick<Listed, 'milestoneId' | 'title' | 'contractTitle' | 'state'>,
  line: ReactNode,
): ListEntry {
  return {
    id: milestoneId,
    href: `/contracts/${milestoneId}`,
    badge: <State state={state} />,
    title: title || milestoneId,
    text: (
      <>
        {contractTitle && contractTitle !== title && (
          <>
            <bdi>{contractTitle}</bdi> ·{' '}
          </>
        )}
        {line}
      </>
    ),
  };
}

/** With who buys from whom, amount, and when it was created and changed. */
function toEntry(milestone: Listed): ListEntry {
  const { milestoneId, title, parties, itemPrice, currency, createdAt, updatedAt } = milestone;
  return {
    ...milestoneEntry(
      milestone,
      <>
        <Parties parties={parties} />
        <Changed at={updatedAt} createdAt={createdAt} />
      </>,
    ),
    end: (
      <>
        <strong>{moneyText(itemPrice, currency)}</strong>
        <span>
          created <Age at={createdAt} />
        </span>
      </>
    ),
    action: <CopyButton tone="quiet" text={milestoneId} aria-label={`Copy the id of ${title || milestoneId}`} />,
  };
}

/** Such as `Basil → Sara`, also for right-to-left names. */
function Parties({ parties }: Pick<Listed, 'parties'>): ReactNode {
  const { CUSTOMER: buyers = [], PROVIDER: sellers = [] } = Object.groupBy(parties, ({ role }) => role);
  if (parties.length === 0) return 'No parties yet';
  return (
    <>
      <bdi>{buyers.map(partyName).join(', ')}</bdi>
      {sellers.length > 0 && (
        <>
          {' → '}
          <bdi>{sellers.map(partyName).join(', ')}</bdi>
        </>
      )}
    </>
  );
}
