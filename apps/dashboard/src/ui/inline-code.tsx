import type { ReactNode } from 'react';

/** Text of a document, in which backticks mark code. */
export function InlineCode({ text }: { text: string }): ReactNode {
  // Every second piece is between two backticks.
  return text.split('`').map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    index % 2 === 1 ? <code key={index}>{piece}</code> : piece,
  );
}
