import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { CreditCard, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { MilestoneState } from '../contracts/milestone-state.tsx';
import { Consent } from '../people/consent.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { moneyText } from '../ui/money-text.ts';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import { useMove } from '../ui/use-move.ts';

/** The buyer's actions in an open session: answer about consent, and pay. */
export function CheckoutSession({ checkout }: { checkout: ControlSchema<'Checkout'> }): ReactNode {
  const tenant = useTenantId();
  const { session, milestoneId } = checkout;
  const consent = useMove((granted: boolean) => controlOf(tenant).giveCheckoutConsent(session, granted), {
    done: ({ consent: status }) => `Consent is ${status}`,
  });
  const pay = useMove<void, ControlSchema<'Milestone'>>(() => controlOf(tenant).payCheckout(session), {
    done: 'Paid: the money is held',
  });
  const state = pay.result?.state ?? checkout.state;
  return (
    <Card>
      <Facts
        facts={[
          ['To pay', moneyText(checkout.amount)],
          ['State', <MilestoneState key="state" state={state} />],
          ['Consent', <Consent key="consent" status={consent.result?.consent ?? checkout.consent} />],
          ['Buyer', <code key="id">{checkout.userId}</code>],
          ['Open until', <Time key="time" at={checkout.expiresAt} />],
        ]}
      />
      <Toolbar>
        <Button isBusy={consent.isRunning} onClick={() => consent.run(true)}>
          Give consent
        </Button>
        <Button isBusy={consent.isRunning} onClick={() => consent.run(false)}>
          Decline consent
        </Button>
        <Button tone="primary" icon={CreditCard} isBusy={pay.isRunning} onClick={() => pay.run()}>
          Pay
        </Button>
        <ButtonLink href={`/dashboard/${tenant}/contracts/${milestoneId}`} icon={FileText}>
          Its contract
        </ButtonLink>
      </Toolbar>
      <Problem error={consent.error} title="The answer was not accepted" />
      <Problem error={pay.error} title="The payment was refused" />
    </Card>
  );
}
