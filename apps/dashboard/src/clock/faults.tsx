import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useControl } from '../api/use-control.ts';
import { Button } from '../ui/button.tsx';
import { Form, SelectField, TextField } from '../ui/form.tsx';
import { Problem } from '../ui/notice.tsx';
import { Loaded } from '../ui/page.tsx';
import { countText } from '../ui/text.ts';
import { useMove } from '../ui/use-move.tsx';

type NewFault = ControlSchema<'NewFault'>;

/** The faults of the tenant, and a form that adds one. */
export function Faults(): ReactNode {
  // Removes one at a time, because another tab may be changing others.
  const remove = useMove((control, faultId: string) => control.removeFault(faultId), { done: 'Fault removed' });
  return (
    <>
      <Loaded query={useControl('faults')} what="the faults">
        {(faults) => (
          <>
            {faults.length === 0 && <p>No faults. Calls and webhooks work normally.</p>}
            <ul className="stack" aria-label="Faults">
              {faults.map((fault) => (
                <li key={fault.id} className="card surface row apart">
                  <p>
                    <strong>{fault.target}</strong>: {describe(fault)}
                  </p>
                  <Button
                    icon={Trash2}
                    aria-label={`Remove the fault ${fault.kind} for ${fault.target}`}
                    {...remove.button(fault.id)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Problem error={remove.error} title="The fault was not removed" />
      <div className="card surface">
        <NewFaultForm />
      </div>
    </>
  );
}

function describe({ kind, status, latencyInMs, when, target, timesLeft, held = [] }: ControlSchema<'Fault'>): string {
  return [
    status !== undefined ? `status ${status}` : latencyInMs !== undefined ? `latency of ${latencyInMs} ms` : kind,
    ...(target === 'webhook' ? [] : [`${when} the call is handled`]),
    timesLeft === undefined ? 'until removed' : timesLeft === 0 ? 'used up' : countText(timesLeft, 'more time'),
    ...(held.length > 0 ? [`delaying ${held.join(', ')}`] : []),
  ].join(', ');
}

/** What each kind does, and whether it is for webhooks only. A missing kind does not type-check. */
const kinds: Record<NewFault['kind'], { text: string; isOfWebhooks?: true }> = {
  status: { text: 'Answers with this status.' },
  latency: { text: 'Delays the call or the webhook.' },
  reset: { text: 'Resets the connection.' },
  drop: { text: 'Leaves the call unanswered, or sends no webhook.' },
  duplicate: { text: 'Sends the webhook twice.', isOfWebhooks: true },
  reorder: { text: 'Delays the webhook until the next one is sent.', isOfWebhooks: true },
};

function NewFaultForm(): ReactNode {
  const [target, setTarget] = useState('webhook');
  const [kind, setKind] = useState<NewFault['kind']>('status');
  const [status, setStatus] = useState('503');
  const [latency, setLatency] = useState('1000');
  const [when, setWhen] = useState('before');
  const [times, setTimes] = useState('1');
  const { data: service } = useControl('service');
  const add = useMove((control, fault: NewFault) => control.addFault(fault), { done: 'Fault added' });
  const isWebhook = target === 'webhook';
  const possible = (Object.keys(kinds) as NewFault['kind'][]).filter((one) => isWebhook || !kinds[one].isOfWebhooks);
  const chooseTarget = (chosen: string) => {
    setTarget(chosen);
    if (chosen !== 'webhook' && kinds[kind].isOfWebhooks) setKind('status');
  };
  const fault = {
    ...{ target, kind },
    ...(kind === 'status' && { status: Number(status) }),
    ...(kind === 'latency' && { latencyInMs: Number(latency) }),
    ...(!isWebhook && { when: when as 'before' | 'after' }),
    ...(times !== '' && { times: Number(times) }),
  };
  return (
    <Form onSubmit={() => add.run(fault)} submit="Add the fault" move={add} failed="The fault was not added">
      <SelectField
        label="Target"
        options={[
          ['webhook', 'webhook (deliveries)'],
          ...(service?.operations ?? []).map(({ operationId }) => [operationId, operationId] as const),
        ]}
        value={target}
        onValue={chooseTarget}
      />
      <SelectField
        label="Kind"
        help={kinds[kind].text}
        options={possible}
        value={kind}
        onValue={(chosen) => setKind(chosen as NewFault['kind'])}
      />
      {kind === 'status' && <TextField label="Status" type="number" required value={status} onValue={setStatus} />}
      {kind === 'latency' && (
        <TextField label="Latency in milliseconds" type="number" required value={latency} onValue={setLatency} />
      )}
      {!isWebhook && (
        <SelectField
          label="When"
          options={[
            ['before', 'Before the call is handled'],
            ['after', 'After the call is handled (its effect stays)'],
          ]}
          value={when}
          onValue={setWhen}
        />
      )}
      <TextField
        label="Times"
        type="number"
        min={1}
        help="Leave empty to repeat until you remove it."
        value={times}
        onValue={setTimes}
      />
    </Form>
  );
}
