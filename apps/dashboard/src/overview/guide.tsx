import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTenantId } from '../api/use-tenant.ts';
import { Button } from '../ui/button.tsx';
import { Toolbar } from '../ui/page.tsx';
import { firstSteps } from './first-steps.ts';
import { NextStep, StepList } from './next-step.tsx';
import type { Progress } from './use-progress.ts';

/** The way to the first settled milestone. It folds when a milestone is settled, and can be put away in this browser. */
export function Guide({ progress }: { progress: Progress }): ReactNode {
  const storageKey = `escrow-sandbox-guide-${useTenantId()}`;
  const [isAway, setAway] = useState(() => localStorage.getItem(storageKey) === 'away');
  if (isAway) return null;
  const putAway = () => {
    localStorage.setItem(storageKey, 'away');
    setAway(true);
  };
  const button = (
    <Button tone="quiet" icon={X} onClick={putAway}>
      Put the guide away
    </Button>
  );
  if (!progress.isSettled) return <NextStep progress={progress} actions={button} />;
  return (
    <details>
      <summary>The way to the first settled milestone</summary>
      <StepList steps={firstSteps(progress)} />
      <Toolbar>{button}</Toolbar>
    </details>
  );
}
