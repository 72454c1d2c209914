import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readControlToken, storeControlToken } from '../api/control-token.ts';
import { Form, TextField } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';

/** Asks for the control token if the sandbox needs one and this tab does not know it. */
export function TokenPage(): ReactNode {
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const isWrong = readControlToken() !== undefined;
  return (
    <main className="narrow">
      <Page title="Control token">
        <Form
          onSubmit={() => {
            storeControlToken(token.trim());
            void queries.resetQueries();
          }}
          submit="Continue"
          icon={KeyRound}
          move={{ isRunning: false, error: isWrong ? new Error('Enter the token of this sandbox.') : null }}
          failed="The sandbox does not know this token"
        >
          <TextField
            label="Control token"
            type="password"
            required
            // A header, and so a control token, can hold no other characters.
            pattern="\s*[!-~]+\s*"
            help="The value of --control-token or SANDBOX_CONTROL_TOKEN. This tab remembers it until you close it."
            value={token}
            onValue={setToken}
          />
        </Form>
      </Page>
    </main>
  );
}
