import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl, useTenant } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { Badge, State } from '../ui/badge.tsx';
import { Button, CopyText } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Facts } from '../ui/page.tsx';
import { moneyText, toWords } from '../ui/text.ts';
import { Age } from '../ui/time.tsx';
import { useMove } from '../ui/use-move.tsx';
import { type Milestone, type Party, partyName } from './parties.ts';

type Consent = ControlSchema<'ConsentStatus'>;

const roles = {
  CUSTOMER: { name: 'Buyer', tone: 'blue' },
  PROVIDER: { name: 'Seller', tone: 'violet' },
  BROKER: { name: 'Broker', tone: 'gray' },
} as const;

/** The parties of a milestone: consent and codes of each, what a receiver lacks, and buttons that answer for them. */
export function People({ milestone }: { milestone: Milestone }): ReactNode {
  const organization = useTenant()?.settings.organizationName ?? 'The organization';
  const { parties, currency } = milestone;
  if (parties.length === 0) return <p className="empty">No parties yet.</p>;
  return (
    <ul className="columns" aria-label="People">
      {parties.map((party) => {
        const { phoneNumber, role, amount, joinedAt, consent } = party;
        return (
          <li key={`${role} ${phoneNumber} ${amount}`} id={`person-${phoneNumber}`} className="card surface stack">
            <div className="row apart">
              <h3>
                <bdi>{role === 'BROKER' ? (party.name ?? organization) : partyName(party)}</bdi>
              </h3>
              <Badge tone={roles[role].tone}>{roles[role].name}</Badge>
            </div>
            <div className="row apart">
              <CopyText text={phoneNumber} />
              <strong>{moneyText(amount, currency)}</strong>
            </div>
            <p className="muted">
              {joinedAt === null ? (
                'Invited, not joined yet'
              ) : (
                <>
                  Joined <Age at={joinedAt} />
                </>
              )}
            </p>
            {consent !== null && <OfUser party={party} consent={consent} />}
          </li>
        );
      })}
    </ul>
  );
}

function OfUser({ party, consent }: { party: Party; consent: Consent }): ReactNode {
  const { userId, phoneNumber, role } = party;
  const missing = missingOf(party);
  const payout = missing === '' ? 'Bank account and address' : <span className="bad">{missing}</span>;
  return (
    <>
      <Facts
        facts={{
          User: <CopyText text={String(userId)} />,
          Consent: <State state={consent} />,
          ...(role === 'PROVIDER' && { Payout: payout }),
          ...useCodes(phoneNumber),
        }}
      />
      <ConsentButtons phoneNumber={phoneNumber} consent={consent} />
    </>
  );
}

/** What a receiver lacks before they can be paid out (BANK-3, ADDR-2). */
function missingOf({ bankAccounts, addresses }: Party): string {
  const missing = [...(bankAccounts === 0 ? ['bank account'] : []), ...(addresses === 0 ? ['address'] : [])];
  return missing.length === 0 ? '' : `No ${missing.join(', no ')}`;
}

/** The newest one-time password of each type, which the phone received. */
function useCodes(phoneNumber: string): Record<string, ReactNode> {
  const now = useNow((time = 0) => time);
  const { data: otps = [] } = useControl('otps', phoneNumber);
  const newest = [...Map.groupBy(otps, ({ type }) => type).values()].flatMap(([first]) => first ?? []);
  return Object.fromEntries(
    newest.map(({ type, otp, usedAt, expiresAt }) => {
      const state = usedAt !== null ? 'used' : expiresAt <= now ? 'expired' : 'valid';
      return [
        `${type === 'SERVICE_OTP' ? 'OTP' : 'Identity OTP'}, ${state}`,
        <CopyText key={type} text={String(otp)} />,
      ];
    }),
  );
}

const answers: Record<Consent, string> = {
  GRANTED: 'Give consent',
  DECLINED: 'Decline',
  PENDING: 'Reset to pending',
};
const statuses = Object.keys(answers) as (keyof typeof answers)[];

/** Answers for the user, as if they had followed the consent link. */
function ConsentButtons({ phoneNumber, consent }: { phoneNumber: string; consent: Consent }): ReactNode {
  const answer = useMove((control, status: Consent) => control.setConsent(phoneNumber, status), {
    done: ({ status }) => `Consent is ${toWords(status).toLowerCase()}`,
  });
  return (
    <>
      <div className="row">
        {statuses
          .filter((status) => status !== consent)
          .map((status) => (
            <Button key={status} {...answer.button(status)}>
              {answers[status]}
            </Button>
          ))}
      </div>
      <Problem error={answer.error} title="The consent was not changed" />
    </>
  );
}
