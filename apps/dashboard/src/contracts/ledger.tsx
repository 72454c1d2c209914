import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { moneyText } from '../ui/money-text.ts';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { accountText } from './account-text.ts';

/** Every entry of the ledger with its move, posting by posting. */
export function Ledger({
  milestone: { ledger, events, parties, currency },
}: {
  milestone: ControlSchema<'Milestone'>;
}): ReactNode {
  if (ledger.entries.length === 0) return <p>No money has moved yet.</p>;
  return (
    <Table
      label="Ledger"
      columns={['Time', 'Move', 'Whose', 'Amount', 'Account', 'Posting']}
      rows={ledger.entries.map(({ entryId, postingId, eventId, account, amount, createdAt, ...owner }) => ({
        key: entryId,
        cells: [
          <Time key="time" at={createdAt} />,
          events.find((event) => event.eventId === eventId)?.status ?? 'unknown',
          accountText({ account, ...owner }, parties),
          moneyText(amount, currency),
          <code key="account">{account}</code>,
          <code key="posting">{postingId}</code>,
        ],
      }))}
    />
  );
}
