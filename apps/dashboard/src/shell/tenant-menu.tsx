import { Building2, ChevronDown, Plus, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useControl, useIsGone, useTenant, useTenantId } from '../api/use-control.ts';
import { Button, ButtonLink, CopyText } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code.tsx';
import { Form, SelectField, TextField } from '../ui/form.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { useMove } from '../ui/use-move.tsx';

/** Any button with this as its `popoverTarget` opens the menu. */
export const tenantMenuId = 'tenant-menu';

/** The most tenants to choose from. */
const mostListed = 1000;

/** The tenant of the page, and a menu that switches, creates and resets tenants and sets the webhook address. */
export function TenantMenu(): ReactNode {
  const tenant = useTenantId();
  // What it shows is read only while it is open.
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button tenant-button"
        popoverTarget={tenantMenuId}
        aria-label={`Tenant ${tenant}`}
      >
        <Building2 aria-hidden size={16} />
        <span>{tenant}</span>
        <ChevronDown aria-hidden size={14} />
      </button>
      <div
        id={tenantMenuId}
        popover="auto"
        role="dialog"
        aria-label="Tenant"
        className="tenant-menu surface stack"
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <Menu />}
      </div>
    </>
  );
}

function Menu(): ReactNode {
  const current = useTenant();
  return (
    <>
      <Switch />
      {current && <WebhookForm url={current.webhookUrl} key={current.id} />}
      {current && <Reset />}
      <CreateTenant />
    </>
  );
}

function Switch(): ReactNode {
  const tenant = useTenantId();
  const isGone = useIsGone();
  const [, navigate] = useLocation();
  const { data } = useControl('tenants', { limit: mostListed });
  const listed = (data?.tenants ?? []).map(({ id }) => id);
  return (
    <SelectField
      label="Tenant"
      help="Each tenant is a separate organization. Use one for each parallel test."
      value={isGone ? '' : tenant}
      options={isGone ? [['', 'Choose a tenant'], ...listed] : [...new Set([tenant, ...listed])].sort()}
      onValue={(id) => navigate(`~/dashboard/${id}`)}
    />
  );
}

/** The field is empty at first, because the sandbox does not show secret parts of the address. */
function WebhookForm({ url: current }: { url: string | null }): ReactNode {
  const [url, setUrl] = useState('');
  const save = useMove((control, address: string | null) => control.setWebhook(address), {
    done: ({ url: saved }) => (saved === null ? 'Events are stored, not sent' : `Events go to ${saved}`),
    onDone: () => setUrl(''),
  });
  return (
    <Form
      onSubmit={() => save.run(url.trim())}
      submit="Save the URL"
      move={save}
      failed="The webhook URL was not saved"
      actions={current !== null && <Button {...save.button(null)}>Remove the URL</Button>}
    >
      <TextField
        label="Webhook URL"
        type="url"
        required
        placeholder="http://127.0.0.1:3000/webhooks"
        help={
          current === null ? (
            'None is set. Events are stored until you set one.'
          ) : (
            <>
              Events go to <CopyText text={current} />
            </>
          )
        }
        value={url}
        onValue={setUrl}
      />
    </Form>
  );
}

const lost =
  'Reset this tenant? This deletes its users, contracts, money, events, faults and request log, and sets its clock to the system time. Credentials, settings and the webhook URL stay.';

function Reset(): ReactNode {
  const tenant = useTenantId();
  const reset = useMove((control) => control.reset(), { done: `${tenant} was reset` });
  return (
    <div className="stack">
      <Button
        tone="danger"
        icon={RotateCcw}
        isBusy={reset.isRunning}
        onClick={() => window.confirm(lost) && reset.run()}
      >
        Reset {tenant}
      </Button>
      <Problem error={reset.error} title="The tenant was not reset" />
    </div>
  );
}

/** Creates a tenant and shows its credentials, once. */
function CreateTenant(): ReactNode {
  const [id, setId] = useState('');
  const create = useMove((control) => control.createTenant(id.trim() || undefined), { onDone: () => setId('') });
  const created = create.result?.control.tenant;
  return (
    <div className="stack">
      <Form
        onSubmit={create.run}
        submit="Create the tenant"
        icon={Plus}
        move={create}
        failed="The tenant was not created"
      >
        <TextField
          label="New tenant"
          placeholder="my-test"
          help="Lowercase letters, digits and hyphens. Leave empty for a random ID."
          value={id}
          onValue={setId}
        />
      </Form>
      {create.result && (
        <>
          <Notice
            tone="success"
            title={`Created ${created}`}
            actions={<ButtonLink href={`~/dashboard/${created}`}>Open</ButtonLink>}
          >
            <p>Copy its credentials now. They are shown only once.</p>
          </Notice>
          <CodeBlock label={`Credentials of ${created}`} code={create.result.credentials} copy="Copy the credentials" />
        </>
      )}
    </div>
  );
}
