import type { Control, ControlSchema } from '@escrow-kit/sandbox-control';
import { BadgeCheck, CheckCheck, CreditCard, ExternalLink, HandCoins, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink, CopyButton } from '../ui/button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { useMove } from '../ui/use-move.tsx';
import { type Milestone, partyName } from './parties.ts';

interface MoveButton {
  label: string;
  /** For whom the move is made. Default: for all. */
  party?: Milestone['parties'][number];
}

interface MoveLook {
  /** The state that the move leads to, and when it is made. */
  to: ControlSchema<'MilestoneState'>;
  when: string;
  /** What the move does. */
  text: string;
  icon: LucideIcon;
  buttons(milestone: Milestone): MoveButton[];
  act(control: Control, milestoneId: string, phoneNumber?: string): Promise<Milestone>;
  done: string | ((milestone: Milestone) => string);
}

/** The look of each move. A missing one does not type-check. */
export const moveLooks: Record<Milestone['allowedMoves'][number], MoveLook> = {
  join: {
    to: 'WAITING_FOR_PAYMENT',
    when: 'when every party has joined',
    text: 'Invitations are on. Payment can start once every party has accepted.',
    icon: BadgeCheck,
    buttons: ({ parties }) => {
      const invited = parties.filter(({ joinedAt }) => joinedAt === null);
      return [{ label: 'Accept for all' }, ...invited.map((party) => ({ label: 'Accept for', party }))];
    },
    act: (control, milestoneId, phoneNumber) => control.accept(milestoneId, phoneNumber),
    done: 'Invitation accepted',
  },
  pay: {
    to: 'PAID',
    when: 'when the buyer has paid',
    text: 'The buyer pays at the checkout. To skip it, pay as the buyer here.',
    icon: CreditCard,
    buttons: ({ parties, payments }) => {
      const isAwaited = (id: ControlSchema<'UserId'> | null) =>
        payments.some(({ userId, state }) => userId === id && state === 'PENDING');
      return parties
        .filter(({ role }) => role === 'CUSTOMER')
        .map((party) => ({ label: isAwaited(party.userId) ? 'Confirm the transfer from' : 'Pay as', party }));
    },
    act: (control, milestoneId, phoneNumber) => control.pay(milestoneId, phoneNumber),
    // A phone may force a bank transfer, which is paid only when it is confirmed.
    done: ({ state }) =>
      state === 'PAID' ? 'Paid: the money is in escrow' : 'Bank transfer started: confirm it to complete the payment',
  },
  release: {
    to: 'CASHOUT_IN_PROGRESS',
    when: 'when the money is released',
    text: "The buyer's money is in escrow. Releasing it credits the parties and deducts the fee from the organization's wallet.",
    icon: HandCoins,
    buttons: () => [{ label: 'Release the money' }],
    act: (control, milestoneId) => control.release(milestoneId),
    done: 'Released to the parties',
  },
  complete: {
    to: 'COMPLETED',
    when: 'when the parties are paid out',
    text: 'The payout is pending. Completing it pays the parties and ends the milestone.',
    icon: CheckCheck,
    buttons: () => [{ label: 'Complete' }],
    act: (control, milestoneId) => control.complete(milestoneId),
    done: 'Completed: the parties are paid out',
  },
};

/** The next moves of a milestone, with the buttons that make them. The rules apply here too. */
export function Moves({ milestone }: { milestone: Milestone }): ReactNode {
  const { allowedMoves, state, parties, redirectUrl } = milestone;
  return (
    <div className="card surface stack">
      {parties.length === 0 && (
        <Notice title="The milestone has no parties yet">
          <p>Call addParties with a buyer, a seller and the broker.</p>
        </Notice>
      )}
      {parties.length > 0 &&
        allowedMoves.map((move) => <Step key={move} milestone={milestone} look={moveLooks[move]} />)}
      {allowedMoves.includes('pay') && redirectUrl === null && (
        <Notice title="Payment has not been started yet">
          <p>Call startPayment first. It sets the URL where the checkout sends the buyer afterwards.</p>
        </Notice>
      )}
      {state === 'COMPLETED' && <p>This milestone is settled. There is nothing left to do.</p>}
    </div>
  );
}

/** What a move does, its buttons, and why it was refused. */
function Step({ milestone, look }: { milestone: Milestone; look: MoveLook }): ReactNode {
  const { milestoneId, checkoutUrl } = milestone;
  const { error, button } = useMove(
    (control, phoneNumber?: string) => look.act(control, milestoneId, phoneNumber),
    look,
  );
  return (
    <>
      <p>{look.text}</p>
      <div className="row">
        {look.buttons(milestone).map(({ label, party }) => (
          <Button
            key={`${party?.role} ${party?.phoneNumber}`}
            tone="primary"
            icon={look.icon}
            {...button(party?.phoneNumber)}
          >
            {label} {party && <bdi>{partyName(party)}</bdi>}
          </Button>
        ))}
        {look === moveLooks.pay && checkoutUrl !== null && (
          <>
            <ButtonLink href={checkoutUrl} icon={ExternalLink}>
              Open the checkout
            </ButtonLink>
            <CopyButton tone="plain" text={checkoutUrl}>
              Copy the checkout link
            </CopyButton>
          </>
        )}
      </div>
      <Problem error={error} title="The move was refused" />
    </>
  );
}
