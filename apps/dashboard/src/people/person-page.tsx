import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { MilestoneList } from '../contracts/milestone-list.tsx';
import { State } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { Loaded, NotFound } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section, Toolbar } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { toWords } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { useMove } from '../ui/use-move.ts';
import { nameOf } from './people-list.tsx';

interface OfUser {
  user: ControlSchema<'User'>;
}

/** One user: consent, one-time passwords, and their milestones. */
export function PersonPage(): ReactNode {
  const { phoneNumber: encoded = '' } = useParams<{ phoneNumber: string }>();
  // The router leaves a plus sign encoded.
  const phoneNumber = encoded.replace('%2B', '+');
  const query = useControl('users', { q: phoneNumber, limit: 10 });
  const user = query.data?.users.find((found) => found.phoneNumber === phoneNumber);
  const back = { href: '/people', label: 'People' };
  return (
    <Page title={(user && nameOf(user)) || phoneNumber} back={back} badges={user && <State state={user.consent} />}>
      <Loaded query={query} what="The user">
        {() => (user ? <Person user={user} /> : <NotFound what="person with this phone number" list={back} />)}
      </Loaded>
    </Page>
  );
}

function Person({ user }: OfUser): ReactNode {
  return (
    <>
      <Section title="Consent" intro="Answer for the user, as if they had followed the consent link.">
        <ConsentButtons user={user} />
      </Section>
      <Section title="Details" isCard>
        <Facts
          facts={{
            'Phone number': <CopyText text={user.phoneNumber} />,
            serviceUserId: <CopyText text={String(user.userId)} />,
            'Bank accounts': user.bankAccounts,
            Addresses: user.addresses,
            Identity: user.isIdentityVerified ? 'verified' : 'not verified',
            Registered: <Time at={user.createdAt} />,
          }}
        />
      </Section>
      <Section title="One-time passwords" intro="Sent to the phone, newest first.">
        <Otps user={user} />
      </Section>
      <Section
        title="Legacy customer token"
        intro="For userTokenUrl and the script's userToken. The clientUserToken of a sign-up is a password, and is not accepted."
      >
        <CustomerToken user={user} />
      </Section>
      <Section title="Contracts">
        <Loaded query={useControl('milestones', { q: user.phoneNumber, limit: 50 })}>
          {({ milestones }) => <MilestoneList milestones={milestones} empty="No contracts yet." />}
        </Loaded>
      </Section>
    </>
  );
}

const answers: Record<ControlSchema<'ConsentStatus'>, string> = {
  GRANTED: 'Give consent',
  DECLINED: 'Decline',
  PENDING: 'Reset to pending',
};
const statuses = Object.keys(answers) as (keyof typeof answers)[];

function ConsentButtons({ user: { phoneNumber, consent } }: OfUser): ReactNode {
  const answer = useMove((control, status: ControlSchema<'ConsentStatus'>) => control.setConsent(phoneNumber, status), {
    done: ({ status }) => `Consent is ${toWords(status).toLowerCase()}`,
  });
  return (
    <>
      <Toolbar>
        {statuses
          .filter((status) => status !== consent)
          .map((status) => (
            <Button key={status} tone={status === 'GRANTED' ? 'primary' : 'plain'} {...answer.button(status)}>
              {answers[status]}
            </Button>
          ))}
      </Toolbar>
      <Problem error={answer.error} title="The consent was not changed" />
    </>
  );
}

function CustomerToken({ user: { phoneNumber } }: OfUser): ReactNode {
  const issue = useMove((control) => control.customerToken(phoneNumber));
  return (
    <>
      <Toolbar>
        <Button {...issue.button()}>Issue a customer token</Button>
      </Toolbar>
      {issue.result && <CodeBlock label="The token, shown once" code={issue.result} copy="Copy the token" />}
      <Problem error={issue.error} title="No token was issued" />
    </>
  );
}

function Otps({ user: { phoneNumber } }: OfUser): ReactNode {
  const now = useNow((time = 0) => time);
  return (
    <Loaded query={useControl('otps', phoneNumber)}>
      {(otps) => (
        <Table
          label="One-time passwords"
          rows={otps}
          keyOf={({ type, otp, createdAt }) => `${type} ${otp} ${createdAt}`}
          empty="No password sent yet."
          columns={[
            ['Password', ({ otp }) => <CopyText text={String(otp)} />],
            ['For', ({ type }) => type],
            [
              'State',
              ({ usedAt, expiresAt }) => (usedAt !== null ? 'used' : expiresAt <= now ? 'expired' : 'can be used'),
            ],
            ['Sent', ({ createdAt }) => <Time at={createdAt} />],
          ]}
        />
      )}
    </Loaded>
  );
}
