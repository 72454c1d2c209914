import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { CreditCard, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { State } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { moneyText } from '../ui/text.ts';
import { Time } from '../ui/time.tsx';
import { useMove } from '../ui/use-move.ts';

/** The buyer's actions in an open session: answer about consent, and pay. */
export function CheckoutSession({ checkout }: { checkout: ControlSchema<'Checkout'> }): ReactNode {
  const { session, milestoneId } = checkout;
  const consent = useMove((control, granted: boolean) => control.giveCheckoutConsent(session, granted), {
    done: 'The answer is saved',
  });
  const pay = useMove((control) => control.payCheckout(session), { done: 'Paid: the money is held' });
  return (
    <Card>
      <Facts
        facts={{
          'To pay': moneyText(checkout.amount),
          State: <State state={pay.result?.state ?? checkout.state} />,
          Consent: <State state={consent.result?.consent ?? checkout.consent} />,
          Buyer: <CopyText text={String(checkout.userId)} />,
          'Open until': <Time at={checkout.expiresAt} />,
        }}
      />
      <Toolbar>
        <Button {...consent.button(true)}>Give consent</Button>
        <Button {...consent.button(false)}>Decline consent</Button>
        <Button tone="primary" icon={CreditCard} {...pay.button()}>
          Pay
        </Button>
        <ButtonLink href={`/contracts/${milestoneId}`} icon={FileText}>
          View contract
        </ButtonLink>
      </Toolbar>
      <Problem error={consent.error} title="The answer was not accepted" />
      <Problem error={pay.error} title="The payment was refused" />
    </Card>
  );
}
