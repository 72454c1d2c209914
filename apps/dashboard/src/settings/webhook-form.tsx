import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useMove } from '../ui/use-move.ts';

/**
 * The address of events and the secret that signs them. The fields are empty at first, because the sandbox does not show the
 * secret or secret parts of the address. A field that is left empty stays as it is.
 */
export function WebhookForm({ current }: { current: string | null }): ReactNode {
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const save = useMove(
    (control, webhook: ControlSchema<'Webhook'>) => control.setWebhook(webhook.url, webhook.secret),
    {
      done: ({ url: saved }) => (saved === null ? 'Events wait from now on' : `Events go to ${saved}`),
      onDone: () => {
        setUrl('');
        setSecret('');
      },
    },
  );
  const isEmpty = url.trim() === '' && secret === '';
  return (
    <Form
      onSubmit={() => {
        if (isEmpty) return;
        save.run({ ...(url.trim() !== '' && { url: url.trim() }), ...(secret !== '' && { secret }) });
      }}
      submit="Save the webhook"
      move={save}
      failed="The webhook was not saved"
      isEmpty={isEmpty}
      actions={current !== null && <Button {...save.button({ url: null })}>Send events nowhere</Button>}
    >
      <p>
        {current === null ? (
          'No address is set: events are stored and wait.'
        ) : (
          <>
            Events go to <code>{current}</code>.
          </>
        )}
      </p>
      <TextField
        label="New webhook address"
        type="url"
        placeholder="http://127.0.0.1:3000/webhooks"
        help="Left empty, the address stays as it is."
        value={url}
        onValue={setUrl}
      />
      <TextField
        label="New webhook secret"
        type="password"
        autoComplete="new-password"
        help="The key of the signature. Left empty, the secret stays as it is; it is never shown."
        value={secret}
        onValue={setSecret}
      />
    </Form>
  );
}
