import { RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { toWords } from '../ui/text.ts';
import { useMove } from '../ui/use-move.ts';

/** The counts of the tenant, and what can be done with its whole state. */
export function CurrentTenant(): ReactNode {
  const tenant = useTenantId();
  const [, navigate] = useLocation();
  const { data } = useControl('describe');
  const reset = useMove((control) => control.reset(), { done: `${tenant} is empty` });
  const remove = useMove((control) => control.deleteTenant(), {
    done: `Deleted ${tenant}`,
    onDone: () => navigate('~/dashboard/default/tenants'),
  });
  return (
    <Card>
      {data && (
        <Facts
          facts={{
            'Client id': <CopyText text={data.clientId} />,
            ...Object.fromEntries(
              Object.entries(data.counts).map(([name, count]) => [toWords(name), count.toLocaleString('en')]),
            ),
          }}
        />
      )}
      <Toolbar>
        <ConfirmButton
          icon={RotateCcw}
          label="Reset"
          title={`Reset ${tenant}?`}
          text="Users, contracts, money, events, faults and the request log are deleted, and the clock returns to the system's time. Credentials, settings and webhook stay."
          confirm="Remove everything"
          {...reset.button()}
        />
        {tenant !== 'default' && (
          <ConfirmButton
            icon={Trash2}
            label="Delete the tenant"
            title={`Delete ${tenant}?`}
            text="The tenant and all its data are deleted. Its credentials stop working."
            confirm="Delete it"
            {...remove.button()}
          />
        )}
      </Toolbar>
      <Problem error={reset.error ?? remove.error} title="The tenant was not changed" />
    </Card>
  );
}
