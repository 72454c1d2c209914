import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { StateName } from '../ui/badge.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Table } from '../ui/table.tsx';
import { moneyText } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { accountText } from './account-text.ts';

/** Every entry of the ledger with its move, posting by posting. */
export function Ledger({ milestone }: { milestone: ControlSchema<'Milestone'> }): ReactNode {
  const { ledger, events, parties, currency } = milestone;
  return (
    <Table
      label="Ledger"
      rows={ledger.entries}
      keyOf={({ entryId }) => entryId}
      empty="No money has moved yet."
      columns={[
        ['Time', ({ createdAt }) => <Time at={createdAt} />],
        [
          'Move',
          ({ eventId }) => <StateName state={events.find((event) => event.eventId === eventId)?.status ?? 'unknown'} />,
        ],
        ['Whose', (entry) => accountText(entry, parties)],
        ['Amount', ({ amount }) => moneyText(amount, currency), 'amount'],
        ['Account', ({ account }) => <CopyText text={account} />],
        ['Posting', ({ postingId }) => <CopyText text={postingId} />],
      ]}
    />
  );
}
