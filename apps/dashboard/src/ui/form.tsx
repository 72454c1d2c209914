import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';
import { Card, Toolbar } from './page.tsx';

interface FormProps {
  onSubmit(): void;
  /** The label of the submit button. */
  submit: string;
  icon?: LucideIcon;
  /** What submitting does. */
  move: { isRunning: boolean; error: Error | null };
  /** Says that it failed. */
  failed: string;
  /** Whether there is nothing to submit yet, or what would be refused. */
  isBlocked?: boolean;
  /** Buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A card of fields with its submit button, and the reason if it was refused. */
export function Form({ onSubmit, submit, icon, move, failed, isBlocked, actions, children }: FormProps): ReactNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) onSubmit();
      }}
    >
      <Card>
        {children}
        <Toolbar>
          <Button type="submit" tone="primary" icon={icon} isBusy={move.isRunning} aria-disabled={isBlocked}>
            {submit}
          </Button>
          {actions}
        </Toolbar>
        <Problem error={move.error} title={failed} />
      </Card>
    </form>
  );
}
