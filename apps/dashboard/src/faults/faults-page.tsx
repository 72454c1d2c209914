import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { useMove } from '../ui/use-move.ts';
import { NewFaultForm } from './new-fault-form.tsx';

/** Failures on purpose, to see what the integrator's code does. */
export function FaultsPage(): ReactNode {
  const faults = useControl('faults');
  const clear = useMove((control) => control.clearFaults(), { done: 'All faults removed' });
  return (
    <Page
      title="Faults"
      intro="Make calls and webhooks fail on purpose, and see what your code does."
      actions={
        faults.data !== undefined &&
        faults.data.length > 0 && (
          <Button tone="danger" icon={Trash2} {...clear.button()}>
            Remove all
          </Button>
        )
      }
    >
      <Problem error={clear.error} title="The faults were not removed" />
      <Section title="Active faults">
        <Loaded query={faults} what="The faults">
          {(set) => <FaultTable faults={set} />}
        </Loaded>
      </Section>
      <Section title="Add a fault">
        <NewFaultForm />
      </Section>
    </Page>
  );
}

/** Removes one at a time, because another tab may be changing others. */
function FaultTable({ faults }: { faults: ControlSchema<'Fault'>[] }): ReactNode {
  const remove = useMove((control, faultId: string) => control.removeFault(faultId), { done: 'Fault removed' });
  return (
    <>
      <Problem error={remove.error} title="The fault was not removed" />
      <Table
        label="Faults"
        rows={faults}
        keyOf={({ id }) => id}
        empty="No faults. Calls and webhooks work normally."
        columns={[
          ['Target', ({ target }) => target],
          ['What happens', describe],
          ['Times left', ({ timesLeft = 'until removed' }) => timesLeft || 'used up'],
          [
            'Remove',
            ({ id, kind, target }) => (
              <Button tone="quiet" icon={Trash2} aria-label={`Remove the ${kind} of ${target}`} {...remove.button(id)}>
                Remove
              </Button>
            ),
          ],
        ]}
      />
    </>
  );
}

function describe({ kind, status, latencyInMs, when, target, held = [] }: ControlSchema<'Fault'>): string {
  const what =
    status !== undefined ? `status ${status}` : latencyInMs !== undefined ? `latency of ${latencyInMs} ms` : kind;
  const time = target === 'webhook' ? '' : `, ${when} the call is handled`;
  return held.length > 0 ? `${what}${time}; holds back ${held.join(', ')}` : `${what}${time}`;
}
