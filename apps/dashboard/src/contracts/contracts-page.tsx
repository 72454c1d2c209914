import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { milestoneStates, State } from '../ui/badge.tsx';
import { CopyButton } from '../ui/button.tsx';
import { List, type ListEntry, Listing, useFilters } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { moneyText } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';
import { partyName } from './parties.ts';

type Listed = ControlSchema<'MilestonePage'>['milestones'][number];

/** The newest milestones of the tenant. */
export function ContractsPage(): ReactNode {
  const [search] = useFilters();
  return (
    <Page title="Contracts" intro="Each row is a milestone, which holds the money of one purchase.">
      <Listing
        query={useControl('milestones', search)}
        what="milestone"
        none="No milestones yet. Create a contract, then add a milestone."
        filters={[
          { name: 'q', label: 'Search', placeholder: 'Title, ID or phone' },
          { name: 'state', label: 'State', options: milestoneStates },
        ]}
      >
        {({ milestones }, empty) => <List label="Contracts" entries={milestones.map(toEntry)} empty={empty} />}
      </Listing>
    </Page>
  );
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

/** With who buys from whom, the amount, and when it changed last. */
function toEntry(milestone: Listed): ListEntry {
  const { milestoneId, title, parties, itemPrice, currency, updatedAt } = milestone;
  return {
    ...milestoneEntry(milestone, <Parties parties={parties} />),
    end: (
      <>
        <strong>{moneyText(itemPrice, currency)}</strong>
        <Age at={updatedAt} />
      </>
    ),
    action: <CopyButton text={milestoneId} aria-label={`Copy the ID of ${title || milestoneId}`} />,
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
