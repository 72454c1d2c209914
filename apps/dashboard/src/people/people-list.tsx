import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { State } from '../ui/badge.tsx';
import { List } from '../ui/list.tsx';
import { Age } from '../ui/time.tsx';

/** Users as a list: consent, name, phone number, and whether they can be paid out. */
export function PeopleList({ users, empty }: { users: ControlSchema<'User'>[]; empty: ReactNode }): ReactNode {
  const entries = users.map((user) => {
    const name = nameOf(user);
    return {
      id: user.phoneNumber,
      href: `/people/${encodeURIComponent(user.phoneNumber)}`,
      badge: <State state={user.consent} />,
      title: <bdi>{name || user.phoneNumber}</bdi>,
      text: name ? <bdi>{user.phoneNumber}</bdi> : 'No name',
      end: (
        <>
          <span>{payoutText(user)}</span>
          <Age at={user.createdAt} />
        </>
      ),
    };
  });
  return <List label="People" entries={entries} empty={empty} />;
}

/** First and last name; empty if neither is known. */
export function nameOf({ firstName, lastName }: ControlSchema<'User'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function payoutText({ bankAccounts, addresses }: ControlSchema<'User'>): string {
  if (bankAccounts === 0) return 'no bank account';
  return addresses === 0 ? 'bank account, no address' : 'bank account and address';
}
