import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { Download, RotateCcw, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useControl } from '../api/use-control.ts';
import { useTenantId } from '../api/use-tenant.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Facts } from '../ui/facts.tsx';
import { CheckField, TextField } from '../ui/field.tsx';
import { Problem } from '../ui/notice.tsx';
import { Card, Toolbar } from '../ui/page.tsx';
import { toWords } from '../ui/text.ts';
import { useMove } from '../ui/use-move.ts';

/** The counts of the tenant, and what can be done with its whole state. */
export function CurrentTenant(): ReactNode {
  const tenant = useTenantId();
  const [, navigate] = useLocation();
  const { data } = useControl('describe');
  const reset = useMove((control) => control.reset(), { done: `${tenant} is empty` });
  const remove = useMove((control) => control.deleteTenant(), {
    done: `Deleted ${tenant}`,
    onDone: () => navigate('~/dashboard/default/tenants'),
  });
  return (
    <Card>
      {data && (
        <Facts
          facts={{
            'Client id': <CopyText text={data.clientId} />,
            ...Object.fromEntries(
              Object.entries(data.counts).map(([name, count]) => [toWords(name), count.toLocaleString('en')]),
            ),
          }}
        />
      )}
      <Export tenant={tenant} />
      <Import tenant={tenant} />
      <Toolbar>
        <ConfirmButton
          icon={RotateCcw}
          label="Reset"
          title={`Reset ${tenant}?`}
          text="Users, contracts, money, events, faults and the request log are deleted, and the clock returns to the system's time. Credentials, settings and webhook stay."
          confirm="Remove everything"
          {...reset.button()}
        />
        {tenant !== 'default' && (
          <ConfirmButton
            icon={Trash2}
            label="Delete the tenant"
            title={`Delete ${tenant}?`}
            text="The tenant and all its data are deleted. Its credentials stop working."
            confirm="Delete it"
            {...remove.button()}
          />
        )}
      </Toolbar>
      <Problem error={reset.error ?? remove.error} title="The tenant was not changed" />
    </Card>
  );
}

function Export({ tenant }: { tenant: string }): ReactNode {
  const [hasRequests, setHasRequests] = useState(true);
  const save = useMove((control) => control.export({ requests: hasRequests ? 'true' : 'false' }), {
    done: 'Exported',
    onDone: (exported) => downloadJson(exported, `${tenant}.json`),
  });
  return (
    <>
      <CheckField
        label="Include the request log"
        help="An export contains personal data, but no credentials."
        checked={hasRequests}
        onChecked={setHasRequests}
      />
      <Toolbar>
        <Button icon={Download} {...save.button()}>
          Export the state
        </Button>
      </Toolbar>
      <Problem error={save.error} title="The state was not exported" />
    </>
  );
}

function Import({ tenant }: { tenant: string }): ReactNode {
  const [file, setFile] = useState<File>();
  const replace = useMove(async (control, chosen: File) => control.import(parse(await chosen.text())), {
    done: `${tenant} has the imported state`,
  });
  return (
    <>
      <Toolbar>
        <TextField
          label="Exported file"
          type="file"
          accept="application/json,.json"
          onInput={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
        {file && (
          <ConfirmButton
            icon={Upload}
            label="Import the state"
            title={`Replace the state of ${tenant}?`}
            text={`The state in ${file.name} replaces the current one. Credentials and webhook stay.`}
            confirm="Replace it"
            {...replace.button(file)}
          />
        )}
      </Toolbar>
      <Problem error={replace.error} title="The state was not imported" />
    </>
  );
}

/** The file's content, which the control API checks. */
function parse(text: string): ControlSchema<'Export'> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('The file is not JSON. Choose an exported file.', { cause });
  }
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
