import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useControlDocument } from '../api/control-document.ts';
import { useFaults } from '../api/use-tenant-state.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Loading } from '../ui/paged.tsx';
import { Table } from '../ui/table.tsx';
import { emptyDraft, NewFaultForm } from './new-fault-form.tsx';
import { type FaultMoves, useFaultMoves } from './use-fault-moves.ts';

/** Failures on purpose, to see what the integrator's code does. */
export function FaultsPage(): ReactNode {
  const { data: document, error: documentError } = useControlDocument();
  const { data: faults, error } = useFaults();
  const [draft, setDraft] = useState(emptyDraft);
  const moves = useFaultMoves(() => setDraft(emptyDraft));
  return (
    <Page
      title="Faults"
      intro="Make calls and webhooks fail on purpose, and see what your code does."
      actions={
        faults !== undefined &&
        faults.length > 0 && (
          <Button tone="danger" icon={Trash2} isBusy={moves.clear.isRunning} onClick={() => moves.clear.run()}>
            Clear all
          </Button>
        )
      }
    >
      {(error ?? documentError) && <Problem error={error ?? documentError} title="The faults could not be read" />}
      <Problem error={moves.clear.error} title="The faults were not removed" />
      <Problem error={moves.remove.error} title="The fault was not removed" />
      <Section title="Set now">{faults ? <FaultTable faults={faults} remove={moves.remove} /> : <Loading />}</Section>
      <Section title="Add a fault">
        {document ? (
          <NewFaultForm document={document} draft={draft} onChange={setDraft} add={moves.add} />
        ) : (
          <Loading />
        )}
      </Section>
    </Page>
  );
}

function FaultTable({ faults, remove }: { faults: ControlSchema<'Fault'>[]; remove: FaultMoves['remove'] }): ReactNode {
  if (faults.length === 0) return <p>No fault is set: everything works as the service does.</p>;
  return (
    <Table
      label="Faults"
      columns={['Target', 'What happens', 'Left', 'Probability', 'Remove']}
      rows={faults.map((fault) => ({
        key: fault.id,
        cells: [
          fault.target,
          describe(fault),
          fault.timesLeft === undefined ? 'until removed' : fault.timesLeft === 0 ? 'used up' : fault.timesLeft,
          fault.probability === 1 ? 'always' : `${fault.probability}, seed ${fault.seed}`,
          <Button
            key="remove"
            tone="quiet"
            icon={Trash2}
            aria-label={`Remove the ${fault.kind} of ${fault.target}`}
            isBusy={remove.isRunning}
            onClick={() => remove.run(fault.id)}
          >
            Remove
          </Button>,
        ],
      }))}
    />
  );
}

function describe({ kind, status, latencyInMs, when, target, held = [] }: ControlSchema<'Fault'>): string {
  const what =
    status !== undefined ? `status ${status}` : latencyInMs !== undefined ? `latency of ${latencyInMs} ms` : kind;
  const time = target === 'webhook' ? '' : `, ${when} the call is handled`;
  return held.length > 0 ? `${what}${time}; holds back ${held.join(', ')}` : `${what}${time}`;
}
