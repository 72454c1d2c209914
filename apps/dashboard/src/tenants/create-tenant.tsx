import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { JsonBlock } from '../ui/code.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Toolbar } from '../ui/page.tsx';
import { useMove } from '../ui/use-move.ts';

/** Creates a tenant and shows its credentials, once. */
export function CreateTenant(): ReactNode {
  const [id, setId] = useState('');
  const create = useMove((control) => control.createTenant(id.trim() || undefined), {
    done: ({ control }) => `Created ${control.tenant}`,
  });
  const created = create.result?.control.tenant;
  return (
    <Form onSubmit={create.run}>
      <TextField
        label="Id"
        placeholder="my-test"
        help="Lower-case letters, digits and hyphens. Left empty, the tenant gets a random id."
        value={id}
        onValue={setId}
      />
      <Toolbar>
        <Button type="submit" tone="primary" icon={Plus} isBusy={create.isRunning}>
          Create the tenant
        </Button>
      </Toolbar>
      <Problem error={create.error} title="The tenant was not created" />
      {create.result && (
        <>
          <Notice
            tone="success"
            title={`${created} is there`}
            actions={<ButtonLink href={`~/dashboard/${created}`}>Show it</ButtonLink>}
          >
            <p>These are its credentials. They are shown now and never again.</p>
          </Notice>
          <JsonBlock
            label={`Credentials of ${created}`}
            value={create.result.credentials}
            copy="Copy the credentials"
          />
        </>
      )}
    </Form>
  );
}
