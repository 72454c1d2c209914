import type { ReactNode } from 'react';
import { Card } from './page.tsx';

/** A card that is sent by its submit button or Enter. */
export function Form({ onSubmit, children }: { onSubmit(): void; children: ReactNode }): ReactNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Card>{children}</Card>
    </form>
  );
}
