import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button } from './button.tsx';

/** An entry: its title, a line below, and figures at its end. */
export interface ListEntry {
  id: string;
  href: string;
  badge: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  end?: ReactNode;
  /** A small button beside the link. */
  action?: ReactNode;
}

/** A list of links, or a text if it is empty. It may grow at its top: new entries wait while the reader is in it. */
export function List({ label, entries, empty }: { label: string; entries: ListEntry[]; empty: ReactNode }): ReactNode {
  const { shown, waiting, showNew, handlers } = useSteady(entries);
  if (entries.length === 0) return <p className="empty">{empty}</p>;
  return (
    <div className="list" {...handlers}>
      {waiting > 0 && <Button onClick={showNew}>{`Show ${waiting} new`}</Button>}
      <ul aria-label={label} className="surface">
        {shown.map(({ id, href, badge, title, text, end, action }) => (
          <li key={id}>
            <Link href={href} className="plain-link">
              <span className="list-badge">{badge}</span>
              <span className="stack">
                <strong>{title}</strong>
                {text && <span className="muted">{text}</span>}
              </span>
              {end && <span className="list-end stack muted">{end}</span>}
            </Link>
            {action}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * The entries of a list that does not move under the reader. It is free or held. While the pointer or the focus is in it, it is
 * held: new entries wait, so that a click hits the intended entry, and the shown ones keep their place and stay up to date.
 * Leaving it or `showNew` frees it.
 */
function useSteady(newest: ListEntry[]) {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(newest);
  const byId = new Map(newest.map((entry) => [entry.id, entry]));
  shown.current = isHeld ? shown.current.map((entry) => byId.get(entry.id) ?? entry) : newest;
  for (const { id } of shown.current) byId.delete(id);
  return {
    shown: shown.current,
    waiting: byId.size,
    showNew: () => setHeld(false),
    handlers: {
      // A finger that scrolls does not count as a resting pointer.
      onPointerMove: ({ pointerType }: { pointerType: string }) => setHeld(pointerType === 'mouse'),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  };
}
