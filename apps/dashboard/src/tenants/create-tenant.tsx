import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { JsonBlock } from '../ui/code.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { useMove } from '../ui/use-move.ts';

/** Creates a tenant and shows its credentials, once. */
export function CreateTenant(): ReactNode {
  const [id, setId] = useState('');
  const create = useMove((control) => control.createTenant(id.trim() || undefined), {
    done: ({ control }) => `Created ${control.tenant}`,
  });
  const created = create.result?.control.tenant;
  return (
    <>
      <Form
        onSubmit={create.run}
        submit="Create the tenant"
        icon={Plus}
        move={create}
        failed="The tenant was not created"
      >
        <TextField
          label="Id"
          placeholder="my-test"
          help="Lower-case letters, digits and hyphens. Leave it empty for a random id."
          value={id}
          onValue={setId}
        />
      </Form>
      {create.result && (
        <>
          <Notice
            tone="success"
            title={`Created ${created}`}
            actions={<ButtonLink href={`~/dashboard/${created}`}>Open it</ButtonLink>}
          >
            <p>Copy its credentials now. They are shown only once.</p>
          </Notice>
          <JsonBlock
            label={`Credentials of ${created}`}
            value={create.result.credentials}
            copy="Copy the credentials"
          />
        </>
      )}
    </>
  );
}
