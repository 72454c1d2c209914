import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { type ControlDocument, type DocumentSchema, propertiesOf } from '../api/control-document.ts';
import { useServiceDescription } from '../api/use-tenant-state.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { InlineCode } from '../ui/inline-code.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import styles from './new-fault-form.module.css';
import type { FaultMoves } from './use-fault-moves.ts';

/** The entered values by field name. Empty text is not sent. */
export type FaultDraft = Record<
  'target' | 'kind' | 'status' | 'latencyInMs' | 'when' | 'times' | 'probability' | 'seed',
  string
>;

export const emptyDraft: FaultDraft = {
  target: 'webhook',
  kind: 'status',
  status: '503',
  latencyInMs: '1000',
  when: '',
  times: '1',
  probability: '',
  seed: '',
};

/** Kinds that an operation can't have. */
const webhookKinds = ['duplicate', 'reorder'];

interface NewFaultFormProps {
  document: ControlDocument;
  draft: FaultDraft;
  onChange(draft: FaultDraft): void;
  add: FaultMoves['add'];
}

/** A form for a new fault. */
export function NewFaultForm({ document, draft, onChange, add }: NewFaultFormProps): ReactNode {
  const { data: service } = useServiceDescription();
  const schemas = Object.fromEntries(propertiesOf(document, 'NewFault'));
  const isWebhook = draft.target === 'webhook';
  const kinds = (schemas['kind']?.enum ?? []).filter((kind) => isWebhook || !webhookKinds.includes(kind));
  const change = (name: keyof FaultDraft) => (value: string) => onChange({ ...draft, [name]: value });
  const number = (name: keyof FaultDraft, label: string) => (
    <NumberField label={label} schema={schemas[name]} value={draft[name]} onChange={change(name)} />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.run(toFault(draft));
      }}
    >
      <Card>
        <div className={styles['fields']}>
          <SelectField
            label="Target"
            value={draft.target}
            onChange={({ target }) => onChange(withTarget(draft, target.value))}
          >
            <option value="webhook">webhook (deliveries)</option>
            {(service?.operations ?? []).map(({ operationId }) => (
              <option key={operationId}>{operationId}</option>
            ))}
          </SelectField>
          <SelectField label="Kind" value={draft.kind} onChange={({ target }) => change('kind')(target.value)}>
            {kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </SelectField>
          {draft.kind === 'status' && number('status', 'Status')}
          {draft.kind === 'latency' && number('latencyInMs', 'Latency in milliseconds')}
          {!isWebhook && draft.kind !== 'truncate' && (
            <SelectField label="When" value={draft.when} onChange={({ target }) => change('when')(target.value)}>
              <option value="">default: before</option>
              {(schemas['when']?.enum ?? []).map((when) => (
                <option key={when}>{when}</option>
              ))}
            </SelectField>
          )}
          {number('times', 'Times')}
          {number('probability', 'Probability')}
          {number('seed', 'Seed')}
        </div>
        <p className={styles['help']}>
          <InlineCode text={schemas['kind']?.description ?? ''} />
        </p>
        <Problem error={add.error} title="The fault was not set" />
        <div>
          <Button type="submit" tone="primary" isBusy={add.isRunning}>
            Add the fault
          </Button>
        </div>
      </Card>
    </form>
  );
}

interface NumberFieldProps {
  label: string;
  schema: DocumentSchema | undefined;
  value: string;
  onChange(value: string): void;
}

function NumberField({ label, schema, value, onChange }: NumberFieldProps): ReactNode {
  return (
    <TextField
      label={label}
      type="number"
      min={schema?.minimum}
      max={schema?.maximum}
      step={schema?.type === 'integer' ? 1 : 'any'}
      help={<InlineCode text={schema?.description ?? ''} />}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Changes the target, and the kind if the new target can't have it. */
function withTarget(draft: FaultDraft, target: string): FaultDraft {
  const isImpossible = target !== 'webhook' && webhookKinds.includes(draft.kind);
  return { ...draft, target, ...(isImpossible && { kind: 'status' }) };
}

function toFault({ target, kind, when, ...numbers }: FaultDraft): ControlSchema<'NewFault'> {
  const { status, latencyInMs, ...always } = numbers;
  const own = { ...always, ...(kind === 'status' && { status }), ...(kind === 'latency' && { latencyInMs }) };
  const given = Object.entries(own).filter(([, text]) => text !== '');
  const hasWhen = when !== '' && target !== 'webhook' && kind !== 'truncate';
  return {
    target,
    kind,
    ...(hasWhen && { when }),
    ...Object.fromEntries(given.map(([name, text]) => [name, Number(text)])),
  } as ControlSchema<'NewFault'>;
}
