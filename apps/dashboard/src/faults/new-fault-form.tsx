import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { useProperties } from '../api/control-document.ts';
import { useControl } from '../api/use-control.ts';
import { type Option, SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { type FieldValue, SchemaField } from '../ui/schema-field.tsx';
import { useMove } from '../ui/use-move.ts';

type Draft = Partial<Record<string, FieldValue>>;

const emptyDraft: Draft = { target: 'webhook', kind: 'status', status: 503, latencyInMs: 1000, times: 1 };

/** Kinds that an operation can't have. */
const webhookKinds: readonly unknown[] = ['duplicate', 'reorder'];

/** A form for a new fault, with the fields and the kinds of the control API's document. */
export function NewFaultForm(): ReactNode {
  const [draft, setDraft] = useState(emptyDraft);
  const { data: service } = useControl('service');
  const { target: _, ...schemas } = useProperties('NewFault') ?? {};
  // The control API checks the fault.
  const add = useMove((control) => control.addFault(toFault(draft) as unknown as ControlSchema<'NewFault'>), {
    done: 'The fault is set',
    onDone: () => setDraft(emptyDraft),
  });
  const targets: Option[] = (service?.operations ?? []).map(({ operationId }) => operationId);
  const isWebhook = draft['target'] === 'webhook';
  const kindsOf = (kinds: string[] = []) => kinds.filter((kind) => isWebhook || !webhookKinds.includes(kind));
  return (
    <Form onSubmit={add.run} submit="Add the fault" move={add} failed="The fault was not set">
      <div className="grid">
        <SelectField
          label="Target"
          options={[['webhook', 'webhook (deliveries)'], ...targets]}
          value={String(draft['target'])}
          onValue={(target) => setDraft(withTarget(draft, target))}
        />
        {Object.entries(schemas)
          .filter(([name]) => isUsed(name, draft))
          .map(([name, schema]) => (
            <SchemaField
              key={name}
              name={name}
              schema={{ ...schema, ...(schema.enum && { enum: kindsOf(schema.enum) }) }}
              value={draft[name] ?? (schema.enum?.[0] || '')}
              onValue={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
      </div>
    </Form>
  );
}

/** Whether a fault like the draft can have a field. */
function isUsed(name: string, { target, kind }: Draft): boolean {
  if (name === 'status') return kind === 'status';
  if (name === 'latencyInMs') return kind === 'latency';
  return name !== 'when' || (target !== 'webhook' && kind !== 'truncate');
}

/** Changes the target, and the kind if the new target can't have it. */
function withTarget(draft: Draft, target: string): Draft {
  const isImpossible = target !== 'webhook' && webhookKinds.includes(draft['kind']);
  return { ...draft, target, ...(isImpossible && { kind: 'status' }) };
}

/** What is used and not empty. */
function toFault(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== '' && isUsed(name, draft)));
}
