import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readControlToken, storeControlToken } from '../api/control-token.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Page } from '../ui/page.tsx';
import styles from './token-page.module.css';

/** Asks for the control token if the sandbox has one and this tab does not know it. */
export function TokenPage(): ReactNode {
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const isWrong = readControlToken() !== undefined;
  return (
    <main className={styles['main']}>
      <Page title="Control token">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            storeControlToken(token.trim());
            void queries.resetQueries();
          }}
        >
          <Card>
            {isWrong && (
              <div role="alert">
                <Notice tone="error" title="The sandbox does not know this token">
                  Enter the one that it was started with.
                </Notice>
              </div>
            )}
            <TextField
              label="Control token"
              type="password"
              required
              // A header, and so a control token, can hold no other characters.
              pattern="\s*[!-~]+\s*"
              help="The value of --control-token or SANDBOX_CONTROL_TOKEN with which the sandbox was started. This tab keeps it until it is closed."
              value={token}
              onChange={({ target }) => setToken(target.value)}
            />
            <div>
              <Button type="submit" tone="primary" icon={KeyRound}>
                Continue
              </Button>
            </div>
          </Card>
        </form>
      </Page>
    </main>
  );
}
