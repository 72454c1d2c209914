import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl, useTenant } from '../api/use-control.ts';
import { useNow } from '../api/use-now.ts';
import { tenantMenuId } from '../shell/tenant-menu.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { countText } from '../ui/text.ts';
import { type Move, useMove } from '../ui/use-move.tsx';
import { type DeliveryConditions, explainConditions, type Reason } from './explain-delivery.ts';

/** Reasons why webhooks have not arrived, each with its remedy. */
export function Reasons({ reasons }: { reasons: Reason[] }): ReactNode {
  return reasons.map((reason) => (
    <Notice key={reason.title} tone={reason.tone} title={reason.title} actions={<Remedy reason={reason} />}>
      <p>{reason.text}</p>
    </Notice>
  ));
}

/** Reasons that affect all webhooks of the tenant. */
export function ReasonsForAll(): ReactNode {
  const tenant = useTenant();
  const { data: faults } = useControl('faults');
  return tenant && faults && <Reasons reasons={explainConditions({ ...tenant, faults })} />;
}

function Remedy({ reason: { remedy, seconds } }: { reason: Reason }): ReactNode {
  const drain = useDrain();
  const advance = useMove((control, distance: number) => control.advance(distance));
  if (remedy === undefined) return null;
  if (remedy === 'setAddress') return <Button popoverTarget={tenantMenuId}>Set the webhook URL</Button>;
  if (remedy === 'drain') return <Button {...drain.button()}>Send due webhooks now</Button>;
  return (
    <>
      {seconds !== undefined && <Button {...advance.button(seconds)}>{`Advance the clock by ${seconds} s`}</Button>}
      <ButtonLink href="/clock">{remedy === 'advance' ? 'Go to the clock' : 'Show the faults'}</ButtonLink>
      <Problem error={advance.error} />
    </>
  );
}

/** The conditions on which deliveries go out; undefined until they are known. */
export function useConditions(): DeliveryConditions | undefined {
  const { data } = useControl('describe');
  const { data: faults } = useControl('faults');
  const now = useNow((time) => time);
  if (!data || !faults || now === undefined) return undefined;
  return { webhookUrl: data.webhookUrl, clock: data.clock, now, faults };
}

/** Delivers what is due now. */
export function useDrain(): Move<void, ControlSchema<'Action'>[]> {
  return useMove((control) => control.drain(), {
    done: ({ length }) => (length === 0 ? 'Nothing is due yet' : `Done: ${countText(length, 'scheduled action')} ran`),
  });
}

/** Redelivers, by ID. */
export function useRedeliver() {
  return useMove((control, deliveryId: string) => control.redeliver(deliveryId), {
    done: 'Redelivery started',
  });
}
