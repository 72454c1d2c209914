import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice, Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { useCreateTenant } from './use-tenants.ts';

/** Creates a tenant and shows its credentials, once. */
export function CreateTenant(): ReactNode {
  const [id, setId] = useState('');
  const { run, isRunning, error, result } = useCreateTenant();
  const created = result?.control.tenant;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(id.trim());
      }}
    >
      <Card>
        <TextField
          label="Id"
          placeholder="my-test"
          help="Lower-case letters, digits and hyphens. Left empty, the tenant gets a random id."
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
        <Toolbar>
          <Button type="submit" tone="primary" icon={Plus} isBusy={isRunning}>
            Create the tenant
          </Button>
        </Toolbar>
        <Problem error={error} title="The tenant was not created" />
        {result && (
          <>
            <Notice
              tone="success"
              title={`${created} is there`}
              actions={<ButtonLink href={`/dashboard/${created}`}>Show it</ButtonLink>}
            >
              These are its credentials. They are shown now and never again.
            </Notice>
            <CodeBlock
              label={`Credentials of ${created}`}
              code={JSON.stringify(result.credentials, undefined, 2)}
              copy="Copy the credentials"
            />
          </>
        )}
      </Card>
    </form>
  );
}
