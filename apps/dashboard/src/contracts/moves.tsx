import { ControlError, type ControlSchema } from '@escrow-kit/sandbox-control';
import { BadgeCheck, CheckCheck, CreditCard, ExternalLink, HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';
import { partyName } from './milestone-list.tsx';

type Milestone = ControlSchema<'Milestone'>;

/** The next moves of a milestone, with the buttons that make them. The rules apply here as everywhere. */
export function Moves({ milestone }: { milestone: Milestone }): ReactNode {
  const { milestoneId, allowedMoves, state } = milestone;
  const release = useMove((control) => control.release(milestoneId), {
    done: 'Released: the money goes to the parties',
  });
  const complete = useMove((control) => control.complete(milestoneId), { done: 'Completed: everybody is paid out' });
  return (
    <Card>
      {allowedMoves.includes('join') && <Join milestone={milestone} />}
      {allowedMoves.includes('pay') && <Pay milestone={milestone} />}
      {allowedMoves.includes('release') && (
        <Step text="The buyer's money is held. The release gives it to the parties and takes the fee from the organization's wallet.">
          <Button tone="primary" icon={HandCoins} {...release.button()}>
            Release the money
          </Button>
        </Step>
      )}
      {allowedMoves.includes('complete') && (
        <Step text="The money is on its way. The completion pays everybody out and ends the milestone.">
          <Button tone="primary" icon={CheckCheck} {...complete.button()}>
            Complete
          </Button>
        </Step>
      )}
      {state === 'COMPLETED' && <p>This milestone is settled. There is nothing left to do.</p>}
      <MoveProblem milestone={milestone} error={release.error ?? complete.error} />
    </Card>
  );
}

function Step({ text, children }: { text: string; children: ReactNode }): ReactNode {
  return (
    <>
      <p>{text}</p>
      <Toolbar>{children}</Toolbar>
    </>
  );
}

function Join({ milestone }: { milestone: Milestone }): ReactNode {
  const { milestoneId, parties } = milestone;
  const accept = useMove((control, phoneNumber?: string) => control.accept(milestoneId, phoneNumber), {
    done: 'Invitation accepted',
  });
  if (parties.length === 0) {
    return (
      <Notice title="The milestone has no parties yet">Call addParties with a buyer, a seller and the broker.</Notice>
    );
  }
  return (
    <>
      <Step text="Invitations are on: payment can start when every party has accepted.">
        <Button tone="primary" icon={CheckCheck} {...accept.button(undefined)}>
          Accept for all
        </Button>
        {parties
          .filter(({ joinedAt }) => joinedAt === null)
          .map((party) => (
            <Button key={`${party.role} ${party.phoneNumber}`} icon={BadgeCheck} {...accept.button(party.phoneNumber)}>
              Accept for <bdi>{partyName(party)}</bdi>
            </Button>
          ))}
      </Step>
      <MoveProblem milestone={milestone} error={accept.error} />
    </>
  );
}

function Pay({ milestone }: { milestone: Milestone }): ReactNode {
  const { milestoneId, parties, payments, checkoutUrl, redirectUrl } = milestone;
  const pay = useMove((control, buyerPhone: string) => control.pay(milestoneId, buyerPhone), {
    done: 'Paid: the money is held',
  });
  const isAwaited = (userId: number | null) =>
    payments.some((payment) => payment.state === 'PENDING' && payment.userId === userId);
  return (
    <>
      <Step text="The milestone waits for the buyer, who pays on the checkout page. You can pay as the buyer.">
        {parties
          .filter(({ role }) => role === 'CUSTOMER')
          .map((buyer) => (
            <Button
              key={buyer.phoneNumber}
              tone="primary"
              icon={isAwaited(buyer.userId) ? BadgeCheck : CreditCard}
              {...pay.button(buyer.phoneNumber)}
            >
              {isAwaited(buyer.userId) ? 'Confirm the transfer of' : 'Pay as'} <bdi>{partyName(buyer)}</bdi>
            </Button>
          ))}
        {checkoutUrl !== null && (
          <>
            <ButtonLink href={checkoutUrl} icon={ExternalLink}>
              Open the checkout
            </ButtonLink>
            <CopyButton text={checkoutUrl}>Copy the checkout link</CopyButton>
          </>
        )}
      </Step>
      {redirectUrl === null && (
        <Notice title="Payment has not been started yet">
          Call startPayment first: without it the checkout has no address to return the buyer to.
        </Notice>
      )}
      <MoveProblem milestone={milestone} error={pay.error} />
    </>
  );
}

/** Says why a move was refused, with links to the users involved. */
function MoveProblem({ milestone, error }: { milestone: Milestone; error: Error | null }): ReactNode {
  if (!error) return null;
  return (
    <>
      <Problem error={withName(error, milestone)} title="The move was refused" />
      <Toolbar>
        {milestone.parties
          .filter(({ userId }) => userId !== null)
          .map((party) => (
            <ButtonLink
              key={`${party.role} ${party.phoneNumber}`}
              href={`/people/${encodeURIComponent(party.phoneNumber)}`}
            >
              Show <bdi>{partyName(party)}</bdi>
            </ButtonLink>
          ))}
      </Toolbar>
    </>
  );
}

const missingTexts: Record<NonNullable<ControlSchema<'Problem'>['receiver']>['missing'][number], string> = {
  bankAccount: 'no bank account',
  address: 'no address',
};

/** The refusal with the name of the receiver, which the sandbox's message does not contain. */
function withName(error: Error, { parties }: Milestone): Error {
  if (!(error instanceof ControlError) || !error.receiver) return error;
  const { userId, missing } = error.receiver;
  const name = parties.find((party) => party.userId === userId)?.name;
  if (!name) return error;
  const lacks = missing.map((what) => missingTexts[what]).join(' and ');
  const message = `${name} (user ${userId}) receives money from this milestone and has ${lacks}. Add what is missing and release again.`;
  const { status, rule, violations } = error;
  return new ControlError({ status, message, violations, ...(rule !== undefined && { rule }) }, { cause: error });
}
