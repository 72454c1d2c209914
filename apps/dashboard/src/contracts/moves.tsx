import { ControlError, type ControlSchema } from '@escrow-kit/sandbox-control';
import { BadgeCheck, CheckCheck, CreditCard, ExternalLink, HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import linkStyles from '../ui/button.module.css';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { type MilestoneMoves, useMilestoneMoves } from './use-milestone-moves.ts';

type Milestone = ControlSchema<'Milestone'>;

/** The next moves of a milestone, with the buttons that make them. */
export function Moves({ milestone }: { milestone: Milestone }): ReactNode {
  const moves = useMilestoneMoves(milestone.milestoneId);
  const { allowedMoves, state } = milestone;
  return (
    <Card>
      {allowedMoves.includes('join') && <Join milestone={milestone} accept={moves.accept} />}
      {allowedMoves.includes('pay') && <Pay milestone={milestone} pay={moves.pay} />}
      {allowedMoves.includes('release') && (
        <Step text="The buyer's money is held. The release gives it to the parties and takes the fee from the organization's wallet.">
          <Button tone="primary" icon={HandCoins} isBusy={moves.release.isRunning} onClick={() => moves.release.run()}>
            Release the money
          </Button>
        </Step>
      )}
      {allowedMoves.includes('complete') && (
        <Step text="The money is on its way. The completion pays everybody out and ends the milestone.">
          <Button
            tone="primary"
            icon={CheckCheck}
            isBusy={moves.complete.isRunning}
            onClick={() => moves.complete.run()}
          >
            Complete
          </Button>
        </Step>
      )}
      {state === 'COMPLETED' && <p>This milestone is settled. There is nothing left to do.</p>}
      <MoveProblem milestone={milestone} error={moves.release.error ?? moves.complete.error ?? moves.accept.error} />
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

function Join({ milestone, accept }: { milestone: Milestone; accept: MilestoneMoves['accept'] }): ReactNode {
  const invited = milestone.parties.filter(({ joinedAt }) => joinedAt === null);
  if (milestone.parties.length === 0) {
    return (
      <Notice title="The milestone has no parties yet">Call addParties with a buyer, a seller and the broker.</Notice>
    );
  }
  return (
    <Step text="Invitations are on: payment can start when every party has accepted.">
      <Button tone="primary" icon={CheckCheck} isBusy={accept.isRunning} onClick={() => accept.run(undefined)}>
        Accept for all
      </Button>
      {invited.map(({ phoneNumber, role, name }) => (
        <Button
          key={`${role} ${phoneNumber}`}
          icon={BadgeCheck}
          isBusy={accept.isRunning}
          onClick={() => accept.run(phoneNumber)}
        >
          Accept for <bdi>{name ?? phoneNumber}</bdi>
        </Button>
      ))}
    </Step>
  );
}

function Pay({ milestone, pay }: { milestone: Milestone; pay: MilestoneMoves['pay'] }): ReactNode {
  const { parties, payments, checkoutUrl, redirectUrl } = milestone;
  const buyers = parties.filter(({ role }) => role === 'CUSTOMER');
  const isAwaited = (userId: number | null) =>
    payments.some((payment) => payment.state === 'PENDING' && payment.userId === userId);
  return (
    <>
      <Step text="The milestone waits for the buyer, who pays on the checkout page. You can pay as the buyer.">
        {buyers.map(({ phoneNumber, name, userId }) => (
          <Button
            key={phoneNumber}
            tone="primary"
            icon={isAwaited(userId) ? BadgeCheck : CreditCard}
            isBusy={pay.isRunning}
            onClick={() => pay.run(phoneNumber)}
          >
            {isAwaited(userId) ? 'Confirm the transfer of' : 'Pay as'} <bdi>{name ?? phoneNumber}</bdi>
          </Button>
        ))}
        {checkoutUrl !== null && (
          <>
            <a
              href={checkoutUrl}
              target="_blank"
              rel="noreferrer"
              className={`${linkStyles['button']} ${linkStyles['plain']}`}
            >
              <ExternalLink aria-hidden size={16} />
              Open the checkout
            </a>
            <CopyButton text={checkoutUrl} label="Copy the checkout link" />
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
  const tenant = useTenantId();
  if (!error) return null;
  const people = milestone.parties.filter(({ userId }) => userId !== null);
  return (
    <>
      <Problem error={withName(error, milestone)} title="The move was refused" />
      <Toolbar>
        {people.map(({ phoneNumber, name, role }) => (
          <ButtonLink
            key={`${role} ${phoneNumber}`}
            href={`/dashboard/${tenant}/people/${encodeURIComponent(phoneNumber)}`}
          >
            Show <bdi>{name ?? phoneNumber}</bdi>
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
