import { Download, RotateCcw, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useTenantId, useTenantState } from '../api/use-tenant-state.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Facts } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { SwitchField } from '../ui/switch-field.tsx';
import { toWords } from '../ui/words.ts';
import { useDeleteTenant, useExportTenant, useImportTenant, useResetTenant } from './use-tenants.ts';

/** The counts of the tenant, and what can be done with its whole state. */
export function TenantState(): ReactNode {
  const tenant = useTenantId();
  const [, navigate] = useLocation();
  const { data } = useTenantState();
  const reset = useResetTenant();
  const remove = useDeleteTenant(() => navigate('/dashboard/default/tenants'));
  return (
    <Card>
      {data && (
        <Facts
          facts={[
            ['Client', <code key="id">{data.clientId}</code>],
            ...Object.entries(data.counts).map(([name, count]): [string, ReactNode] => [
              toWords(name),
              count.toLocaleString('en'),
            ]),
          ]}
        />
      )}
      <Export tenant={tenant} />
      <Import tenant={tenant} />
      <Toolbar>
        <ConfirmButton
          icon={RotateCcw}
          label="Reset"
          title={`Reset ${tenant}?`}
          text="Users, contracts, money, events, faults and the request log are removed, and the clock runs with the system's. Credentials, settings and webhook stay."
          confirm="Remove everything"
          isBusy={reset.isRunning}
          onConfirm={() => reset.run(tenant)}
        />
        {tenant !== 'default' && (
          <ConfirmButton
            icon={Trash2}
            label="Delete the tenant"
            title={`Delete ${tenant}?`}
            text="The tenant is removed with everything it holds. Its credentials no longer work."
            confirm="Delete it"
            isBusy={remove.isRunning}
            onConfirm={() => remove.run(tenant)}
          />
        )}
      </Toolbar>
      <Problem error={reset.error ?? remove.error} title="The tenant was not changed" />
    </Card>
  );
}

function Export({ tenant }: { tenant: string }): ReactNode {
  const [hasRequests, setHasRequests] = useState(true);
  const { run, isRunning, error } = useExportTenant((exported) => downloadJson(exported, `${tenant}.json`));
  return (
    <>
      <SwitchField
        label="With the request log"
        help="An export contains personal data, but no credentials."
        checked={hasRequests}
        onChange={setHasRequests}
      />
      <Toolbar>
        <Button icon={Download} isBusy={isRunning} onClick={() => run({ tenant, hasRequests })}>
          Export the state
        </Button>
      </Toolbar>
      <Problem error={error} title="The state was not exported" />
    </>
  );
}

function Import({ tenant }: { tenant: string }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const { run, isRunning, error } = useImportTenant();
  return (
    <>
      <Toolbar>
        <TextField
          ref={input}
          label="A file that an export wrote"
          type="file"
          accept="application/json,.json"
          onChange={({ target }) => setFile(target.files?.[0])}
        />
        {file && (
          <ConfirmButton
            icon={Upload}
            label="Import the state"
            title={`Replace the state of ${tenant}?`}
            text={`Its state is replaced by the one in ${file.name}. Credentials and webhook stay.`}
            confirm="Replace it"
            isBusy={isRunning}
            onConfirm={() => run({ tenant, file })}
          />
        )}
      </Toolbar>
      <Problem error={error} title="The state was not imported" />
    </>
  );
}

/** Lets the browser save a value as a file. */
function downloadJson(value: unknown, fileName: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
