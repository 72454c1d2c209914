import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { State, toneOf } from '../ui/badge.tsx';
import { toWords } from '../ui/text.ts';

/** How many milestones are in each state, as one bar. Its parts and the entries below lead to these milestones. */
export function StateBar({ counts }: { counts: ControlSchema<'Overview'>['milestonesByState'] }): ReactNode {
  return (
    <>
      {/* The list below says the same in words. */}
      <div className="state-bar" aria-hidden>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ state, count }) => (
            <Link
              key={state}
              href={`/contracts?state=${state}`}
              tabIndex={-1}
              className={toneOf(state)}
              title={`${toWords(state)}: ${count.toLocaleString('en')}`}
              style={{ flexGrow: count }}
            />
          ))}
      </div>
      <ul className="row" aria-label="Milestones by state">
        {counts.map(({ state, count }) => (
          <li key={state}>
            <Link href={`/contracts?state=${state}`} className="row plain-link">
              <State state={state} /> <strong>{count.toLocaleString('en')}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
