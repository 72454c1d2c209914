import type { ReactNode } from 'react';

/** Names with their values. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }): ReactNode {
  return (
    <dl className="grid">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
