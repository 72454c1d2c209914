import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant-state.ts';
import { useClockMoves } from '../clock/use-clock-moves.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import type { Reason } from './explain-delivery.ts';
import styles from './reasons.module.css';
import { useDrain, useRedeliver } from './use-delivery-moves.ts';

/** Reasons why webhooks have not arrived, each with its remedy. `deliveryId`: the delivery, if the reasons are for one. */
export function Reasons({ reasons, deliveryId }: { reasons: Reason[]; deliveryId?: string }): ReactNode {
  return (
    <div className={styles['reasons']}>
      {reasons.map((reason) => (
        <Notice
          key={reason.title}
          tone={reason.tone}
          title={reason.title}
          actions={<RemedyButton reason={reason} deliveryId={deliveryId} />}
        >
          {reason.text}
        </Notice>
      ))}
    </div>
  );
}

function RemedyButton({
  reason: { remedy, seconds },
  deliveryId,
}: {
  reason: Reason;
  deliveryId: string | undefined;
}): ReactNode {
  const base = `/dashboard/${useTenantId()}`;
  const redeliver = useRedeliver();
  const drain = useDrain();
  const { advance } = useClockMoves();
  if (remedy === 'setAddress') return <ButtonLink href={`${base}/settings`}>Set the webhook address</ButtonLink>;
  if (remedy === 'changeWebhook') return <ButtonLink href={`${base}/settings`}>Go to the webhook settings</ButtonLink>;
  if (remedy === 'advance') {
    return (
      <>
        {seconds !== undefined && (
          <Button isBusy={advance.isRunning} onClick={() => advance.run(seconds)}>
            {`Advance the clock by ${seconds} s`}
          </Button>
        )}
        <ButtonLink href={`${base}/clock`}>Go to the clock</ButtonLink>
        <Problem error={advance.error} />
      </>
    );
  }
  if (remedy === 'showFaults') return <ButtonLink href={`${base}/faults`}>Show the faults</ButtonLink>;
  if (remedy === 'drain') {
    return (
      <>
        <Button isBusy={drain.isRunning} onClick={() => drain.run()}>
          Deliver what is due
        </Button>
        <Problem error={drain.error} />
      </>
    );
  }
  if (remedy === 'redeliver' && deliveryId !== undefined) {
    return (
      <>
        <Button isBusy={redeliver.isRunning} onClick={() => redeliver.run(deliveryId)}>
          Send again
        </Button>
        <Problem error={redeliver.error} />
      </>
    );
  }
  return null;
}
