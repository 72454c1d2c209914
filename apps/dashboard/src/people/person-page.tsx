import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useNow } from '../api/use-now.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { MilestoneRows } from '../contracts/milestone-rows.tsx';
import { useMilestones } from '../contracts/use-milestones.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Facts } from '../ui/facts.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Page, Section, Toolbar } from '../ui/page.tsx';
import { Loading } from '../ui/paged.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { Consent } from './consent.tsx';
import { nameOf } from './people-rows.tsx';
import { useIssueCustomerToken, useOtps, useSetConsent, useUsers } from './use-people.ts';

const answers: [ControlSchema<'ConsentStatus'>, string][] = [
  ['GRANTED', 'Give consent'],
  ['DECLINED', 'Decline'],
  ['PENDING', 'Withdraw the answer'],
];

/** One user: consent, one-time passwords, and their milestones. */
export function PersonPage(): ReactNode {
  const tenant = useTenantId();
  const { phoneNumber: encoded = '' } = useParams<{ phoneNumber: string }>();
  // The router leaves a plus sign encoded.
  const phoneNumber = encoded.replace('%2B', '+');
  const { data, error } = useUsers({ q: phoneNumber, limit: 10 });
  const user = data?.users.find((found) => found.phoneNumber === phoneNumber);
  const back = { href: `/dashboard/${tenant}/people`, label: 'People' };
  if (!user) {
    return (
      <Page title={phoneNumber} back={back}>
        {error && <Problem error={error} title="The user could not be read" />}
        {data ? <p>No user of this organization has this phone number.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={nameOf(user) || phoneNumber} back={back} badges={<Consent status={user.consent} />}>
      <Section title="Consent" intro="Answer for the user, as the consent link does.">
        <ConsentButtons user={user} />
      </Section>
      <Section title="Details">
        <Card>
          <Facts
            facts={[
              ['Phone number', <bdi key="phone">{user.phoneNumber}</bdi>],
              ['serviceUserId', <code key="id">{user.userId}</code>],
              ['Bank accounts', user.bankAccounts],
              ['Addresses', user.addresses],
              ['Identity', user.isIdentityVerified ? 'verified' : 'not verified'],
              ['Registered', <Time key="time" at={user.createdAt} />],
            ]}
          />
        </Card>
      </Section>
      <Section title="One-time passwords" intro="What the phone received, newest first.">
        <Otps phoneNumber={phoneNumber} />
      </Section>
      <Section
        title="Legacy customer token"
        intro="For userTokenUrl and the script's userToken. The clientUserToken of a sign-up is a password, and is not accepted."
      >
        <CustomerToken phoneNumber={phoneNumber} />
      </Section>
      <Section title="Contracts">
        <Contracts phoneNumber={phoneNumber} />
      </Section>
    </Page>
  );
}

function ConsentButtons({ user: { phoneNumber, consent } }: { user: ControlSchema<'User'> }): ReactNode {
  const { run, isRunning, error } = useSetConsent(phoneNumber);
  return (
    <>
      <Toolbar>
        {answers
          .filter(([status]) => status !== consent)
          .map(([status, label]) => (
            <Button
              key={status}
              tone={status === 'GRANTED' ? 'primary' : 'plain'}
              isBusy={isRunning}
              onClick={() => run(status)}
            >
              {label}
            </Button>
          ))}
      </Toolbar>
      <Problem error={error} title="The consent was not changed" />
    </>
  );
}

function CustomerToken({ phoneNumber }: { phoneNumber: string }): ReactNode {
  const { run, isRunning, error, result } = useIssueCustomerToken(phoneNumber);
  return (
    <>
      <Toolbar>
        <Button isBusy={isRunning} onClick={() => run()}>
          Issue a customer token
        </Button>
      </Toolbar>
      {result && <CodeBlock label="The token, shown once" code={result} copy="Copy the token" />}
      <Problem error={error} title="No token was issued" />
    </>
  );
}

function Otps({ phoneNumber }: { phoneNumber: string }): ReactNode {
  const { data, error } = useOtps(phoneNumber);
  const now = useNow() ?? 0;
  if (!data) return error ? <Problem error={error} /> : <Loading />;
  if (data.length === 0) return <p>None yet.</p>;
  return (
    <Table
      label="One-time passwords"
      columns={['Password', 'For', 'State', 'Sent']}
      rows={data.map((otp) => ({
        key: `${otp.type} ${otp.otp} ${otp.createdAt}`,
        cells: [<code key="otp">{otp.otp}</code>, otp.type, otpState(otp, now), <Time key="time" at={otp.createdAt} />],
      }))}
    />
  );
}

function otpState({ usedAt, expiresAt }: ControlSchema<'OtpList'>['otps'][number], now: number): string {
  if (usedAt !== null) return 'used';
  return expiresAt <= now ? 'expired' : 'can be used';
}

function Contracts({ phoneNumber }: { phoneNumber: string }): ReactNode {
  const { data, error } = useMilestones({ q: phoneNumber, limit: 50 });
  if (!data) return error ? <Problem error={error} /> : <Loading />;
  return data.milestones.length === 0 ? <p>None yet.</p> : <MilestoneRows milestones={data.milestones} />;
}
