import { ControlError, type ControlSchema } from '@escrow-kit/sandbox-control';
import { BadgeCheck, CheckCheck, CreditCard, ExternalLink, HandCoins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';
import { partyName } from './milestone-list.tsx';

interface OfMilestone {
  milestone: ControlSchema<'Milestone'>;
}

/** The next moves of a milestone, with the buttons that make them. The rules apply here as everywhere. */
export function Moves({ milestone }: OfMilestone): ReactNode {
  const { allowedMoves, state } = milestone;
  return (
    <Card>
      {allowedMoves.includes('join') && <Join milestone={milestone} />}
      {allowedMoves.includes('pay') && <Pay milestone={milestone} />}
      {allowedMoves.includes('release') && <Release milestone={milestone} />}
      {allowedMoves.includes('complete') && <Complete milestone={milestone} />}
      {state === 'COMPLETED' && <p>This milestone is settled. There is nothing left to do.</p>}
    </Card>
  );
}

interface StepProps extends OfMilestone {
  text: string;
  error: Error | null;
  children: ReactNode;
}

/** What a move does, its buttons, and why it was refused, with links to the users whom the refusal is about. */
function Step({ milestone, text, error, children }: StepProps): ReactNode {
  const receiver = error instanceof ControlError ? error.receiver : undefined;
  const concerned = milestone.parties.filter(({ userId }) => (receiver ? userId === receiver.userId : userId !== null));
  return (
    <>
      <p>{text}</p>
      <Toolbar>{children}</Toolbar>
      <Problem error={error} title="The move was refused" />
      {error && (
        <Toolbar>
          {concerned.map((party) => (
            <ButtonLink
              key={`${party.role} ${party.phoneNumber}`}
              href={`/people/${encodeURIComponent(party.phoneNumber)}`}
            >
              Show <bdi>{partyName(party)}</bdi>
            </ButtonLink>
          ))}
        </Toolbar>
      )}
    </>
  );
}

function Join({ milestone }: OfMilestone): ReactNode {
  const { milestoneId, parties } = milestone;
  const accept = useMove((control, phoneNumber?: string) => control.accept(milestoneId, phoneNumber), {
    done: 'Invitation accepted',
  });
  if (parties.length === 0) {
    return (
      <Notice title="The milestone has no parties yet">
        <p>Call addParties with a buyer, a seller and the broker.</p>
      </Notice>
    );
  }
  const text = 'Invitations are on: payment can start when every party has accepted.';
  return (
    <Step milestone={milestone} text={text} error={accept.error}>
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
  );
}

function Pay({ milestone }: OfMilestone): ReactNode {
  const { milestoneId, parties, payments, checkoutUrl, redirectUrl } = milestone;
  const pay = useMove((control, buyerPhone: string) => control.pay(milestoneId, buyerPhone), {
    done: 'Paid: the money is held',
  });
  const awaited = new Set<number | null>(
    payments.filter(({ state }) => state === 'PENDING').map(({ userId }) => userId),
  );
  const text = 'The milestone waits for the buyer, who pays on the checkout page. You can pay as the buyer.';
  return (
    <>
      <Step milestone={milestone} text={text} error={pay.error}>
        {parties
          .filter(({ role }) => role === 'CUSTOMER')
          .map((buyer) => (
            <Button key={buyer.phoneNumber} tone="primary" icon={CreditCard} {...pay.button(buyer.phoneNumber)}>
              {awaited.has(buyer.userId) ? 'Confirm the transfer of' : 'Pay as'} <bdi>{partyName(buyer)}</bdi>
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
          <p>Call startPayment first: without it the checkout has no address to return the buyer to.</p>
        </Notice>
      )}
    </>
  );
}

function Release({ milestone }: OfMilestone): ReactNode {
  const { error, button } = useMove((control) => control.release(milestone.milestoneId), {
    done: 'Released: the money goes to the parties',
  });
  const text =
    "The buyer's money is held. The release gives it to the parties and takes the fee from the organization's wallet.";
  return (
    <Step milestone={milestone} text={text} error={error}>
      <Button tone="primary" icon={HandCoins} {...button()}>
        Release the money
      </Button>
    </Step>
  );
}

function Complete({ milestone }: OfMilestone): ReactNode {
  const { error, button } = useMove((control) => control.complete(milestone.milestoneId), {
    done: 'Completed: everybody is paid out',
  });
  const text = 'The money is on its way. The completion pays everybody out and ends the milestone.';
  return (
    <Step milestone={milestone} text={text} error={error}>
      <Button tone="primary" icon={CheckCheck} {...button()}>
        Complete
      </Button>
    </Step>
  );
}
