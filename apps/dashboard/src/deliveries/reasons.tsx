import type { ReactNode } from 'react';
import { useControl, useTenant } from '../api/use-control.ts';
import { useAdvance } from '../clock/use-advance.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { explainConditions, type Reason } from './explain-delivery.ts';
import { useDrain } from './use-sending.ts';

/** Reasons why webhooks have not arrived, each with its remedy. */
export function Reasons({ reasons }: { reasons: Reason[] }): ReactNode {
  return reasons.map((reason) => (
    <Notice key={reason.title} tone={reason.tone} title={reason.title} actions={<RemedyButtons reason={reason} />}>
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

const links = {
  setAddress: { href: '/settings', label: 'Add a webhook URL' },
  changeWebhook: { href: '/settings', label: 'Go to the webhook settings' },
  advance: { href: '/clock', label: 'Go to the clock' },
  showFaults: { href: '/faults', label: 'Show the faults' },
};

function RemedyButtons({ reason: { remedy, seconds } }: { reason: Reason }): ReactNode {
  const drain = useDrain();
  const advance = useAdvance();
  if (remedy === undefined) return null;
  if (remedy === 'drain') {
    return (
      <>
        <Button {...drain.button()}>Send due webhooks now</Button>
        <Problem error={drain.error} />
      </>
    );
  }
  return (
    <>
      {seconds !== undefined && <Button {...advance.button({ seconds })}>{`Advance the clock by ${seconds} s`}</Button>}
      <ButtonLink href={links[remedy].href}>{links[remedy].label}</ButtonLink>
      <Problem error={advance.error} />
    </>
  );
}
