import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { useProperties } from '../api/control-document.ts';
import { useControl } from '../api/use-control.ts';
import { InlineCode } from '../ui/code.tsx';
import { type Option, SelectField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { SchemaField } from '../ui/schema-field.tsx';
import { useMove } from '../ui/use-move.ts';

/** The entered values. The control API checks them. */
type Draft = ControlSchema<'NewFault'>;

const emptyDraft: Draft = { target: 'webhook', kind: 'status', status: 503, latencyInMs: 1000, times: 1 };

/** The other fields, in order. */
const fields: (keyof Draft)[] = ['status', 'latencyInMs', 'when', 'times'];

/** Kinds that an operation can't have. */
const webhookKinds: readonly string[] = ['duplicate', 'reorder'];

/** A form for a new fault, with the kinds and the limits of the control API's document. */
export function NewFaultForm(): ReactNode {
  const [draft, setDraft] = useState(emptyDraft);
  const { data: service } = useControl('service');
  const schemas = useProperties('NewFault') ?? {};
  const add = useMove((control) => control.addFault(toFault(draft)), {
    done: 'Fault added',
    onDone: () => setDraft(emptyDraft),
  });
  const targets: Option[] = (service?.operations ?? []).map(({ operationId }) => operationId);
  const kinds = (schemas['kind']?.enum ?? []).filter((kind) => canHave(draft.target, kind));
  return (
    <Form onSubmit={add.run} submit="Add the fault" move={add} failed="The fault was not added">
      <div className="grid">
        <SelectField
          label="Target"
          options={[['webhook', 'webhook (deliveries)'], ...targets]}
          value={draft.target}
          onValue={(target) => setDraft({ ...draft, target, ...(!canHave(target, draft.kind) && { kind: 'status' }) })}
        />
        {[
          { name: 'kind' as const, schema: { enum: kinds } },
          ...fields.map((name) => ({ name, schema: schemas[name] })),
        ]
          .filter(({ name }) => isUsed(name, draft))
          .map(({ name, schema = {} }) => (
            <SchemaField
              key={name}
              name={name}
              schema={schema}
              value={draft[name] ?? schema.enum?.[0] ?? ''}
              onValue={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
      </div>
      <p className="muted">
        <InlineCode text={schemas['kind']?.description} />
      </p>
    </Form>
  );
}

function canHave(target: string, kind: string): boolean {
  return target === 'webhook' || !webhookKinds.includes(kind);
}

/** Whether a fault like the draft can have a field. */
function isUsed(name: string, { target, kind }: Draft): boolean {
  if (name === 'status') return kind === 'status';
  if (name === 'latencyInMs') return kind === 'latency';
  return name !== 'when' || target !== 'webhook';
}

/** What is used and not empty. */
function toFault({ target, kind, ...rest }: Draft): Draft {
  const given = Object.entries(rest).filter(([name, value]) => String(value) !== '' && isUsed(name, { target, kind }));
  return { ...Object.fromEntries(given), target, kind };
}
