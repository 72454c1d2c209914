import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useMove } from '../ui/use-move.ts';

/**
 * The URL of events and the secret that signs them. The fields are empty at first, because the sandbox does not show the
 * secret or secret parts of the URL. A field that is left empty stays as it is.
 */
export function WebhookForm({ current }: { current: string | null }): ReactNode {
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const save = useMove(
    (control, webhook: ControlSchema<'Webhook'>) => control.setWebhook(webhook.url, webhook.secret),
    {
      done: ({ url: saved }) => (saved === null ? 'Events are stored, not sent' : `Events go to ${saved}`),
      onDone: () => {
        setUrl('');
        setSecret('');
      },
    },
  );
  return (
    <Form
      onSubmit={() => save.run({ ...(url.trim() !== '' && { url: url.trim() }), ...(secret !== '' && { secret }) })}
      submit="Save the webhook"
      move={save}
      failed="The webhook was not saved"
      isBlocked={url.trim() === '' && secret === ''}
      actions={current !== null && <Button {...save.button({ url: null })}>Remove the URL</Button>}
    >
      <p>
        {current === null ? (
          'No webhook URL set. Events are stored until you add one.'
        ) : (
          <>
            Events go to <CopyText text={current} />
          </>
        )}
      </p>
      <TextField
        label="New webhook URL"
        type="url"
        placeholder="http://127.0.0.1:3000/webhooks"
        help="Leave it empty to keep the URL."
        value={url}
        onValue={setUrl}
      />
      <TextField
        label="New webhook secret"
        type="password"
        autoComplete="new-password"
        help="The key that signs events. It is never shown. Leave it empty to keep it."
        value={secret}
        onValue={setSecret}
      />
    </Form>
  );
}
