import { type HTMLAttributes, useRef, useState } from 'react';

/** A list that does not move under the reader. */
export interface Steady<Entry> {
  /** The entries to show. */
  entries: Entry[];
  /** The number of new entries that wait. */
  waiting: number;
  /** Shows them now. */
  showNew(): void;
  /** Props for the element that holds the list. */
  handlers: Pick<HTMLAttributes<HTMLElement>, 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
}

/**
 * The list is free or held. While the pointer or the focus is in it, it is held: new entries wait, so that a click hits the
 * intended entry, and the shown ones keep their place and stay up to date. Leaving it or `showNew` frees it.
 */
export function useSteady<Entry>(newest: Entry[], idOf: (entry: Entry) => string): Steady<Entry> {
  const [isHeld, setHeld] = useState(false);
  const shown = useRef(newest);
  const byId = new Map(newest.map((entry) => [idOf(entry), entry]));
  shown.current = isHeld ? shown.current.map((entry) => byId.get(idOf(entry)) ?? entry) : newest;
  for (const entry of shown.current) byId.delete(idOf(entry));
  return {
    entries: shown.current,
    waiting: byId.size,
    showNew: () => setHeld(false),
    handlers: {
      // A finger that scrolls does not count as a resting pointer.
      onPointerMove: ({ pointerType }) => setHeld(pointerType === 'mouse'),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  };
}
