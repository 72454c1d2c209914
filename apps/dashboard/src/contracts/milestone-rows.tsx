import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { moneyText } from '../ui/money-text.ts';
import { LiveRows, Row } from '../ui/rows.tsx';
import { Age } from '../ui/time.tsx';
import { MilestoneState } from './milestone-state.tsx';

type Listed = ControlSchema<'MilestonePage'>['milestones'][number];

/** Milestones as a list: state, title, the contract's title, who buys from whom, amount and age. */
export function MilestoneRows({ milestones }: { milestones: Listed[] }): ReactNode {
  const tenant = useTenantId();
  return (
    <LiveRows label="Contracts" entries={milestones} idOf={({ milestoneId }) => milestoneId}>
      {({ milestoneId, state, title, contractTitle, currency, itemPrice, parties, updatedAt }) => (
        <Row
          key={milestoneId}
          href={`/dashboard/${tenant}/contracts/${milestoneId}`}
          badge={<MilestoneState state={state} />}
          title={title || milestoneId}
          text={
            <>
              {contractTitle && contractTitle !== title && (
                <>
                  <bdi>{contractTitle}</bdi> ·{' '}
                </>
              )}
              {partiesText(parties)}
            </>
          }
          end={
            <>
              <strong>{moneyText(itemPrice, currency)}</strong>
              <span>
                changed <Age at={updatedAt} />
              </span>
            </>
          }
        />
      )}
    </LiveRows>
  );
}

/** Such as `Basil → Sara`, also for right-to-left names. Phone numbers if the names are not known. */
function partiesText(parties: Listed['parties']): ReactNode {
  const namesOf = (role: Listed['parties'][number]['role']) =>
    parties
      .filter((party) => party.role === role)
      .map(({ name, phoneNumber }) => name ?? phoneNumber)
      .join(', ');
  const [buyers, sellers] = [namesOf('CUSTOMER'), namesOf('PROVIDER')];
  if (parties.length === 0) return 'No parties yet';
  if (sellers === '') return <bdi>{buyers}</bdi>;
  return (
    <>
      <bdi>{buyers}</bdi> → <bdi>{sellers}</bdi>
    </>
  );
}
