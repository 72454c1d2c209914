import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { Row, Rows } from '../ui/rows.tsx';
import { Consent } from './consent.tsx';

/** Users as a list: consent, name, phone number, and whether they can be paid out. */
export function PeopleRows({ users }: { users: ControlSchema<'User'>[] }): ReactNode {
  const tenant = useTenantId();
  return (
    <Rows label="People">
      {users.map((user) => (
        <Row
          key={user.phoneNumber}
          href={`/dashboard/${tenant}/people/${encodeURIComponent(user.phoneNumber)}`}
          badge={<Consent status={user.consent} />}
          title={<bdi>{nameOf(user) || user.phoneNumber}</bdi>}
          text={nameOf(user) ? <bdi>{user.phoneNumber}</bdi> : 'No name'}
          end={<span>{payoutText(user)}</span>}
        />
      ))}
    </Rows>
  );
}

/** First and last name; empty if neither is known. */
export function nameOf({ firstName, lastName }: ControlSchema<'User'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function payoutText({ bankAccounts, addresses }: ControlSchema<'User'>): string {
  if (bankAccounts === 0) return 'no bank account';
  return addresses === 0 ? 'bank account, no address' : 'bank account and address';
}
