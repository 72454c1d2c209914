import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

/** Preformatted text. With the label of a button, it can be copied. */
export function CodeBlock({ label, code, copy }: { label: string; code: string; copy?: string }): ReactNode {
  return (
    <figure className="code-block surface">
      <figcaption className="row apart muted">
        {label}
        {copy !== undefined && (
          <CopyButton tone="quiet" text={code}>
            {copy}
          </CopyButton>
        )}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}

/** A value as indented JSON. */
export function JsonBlock({ value, ...rest }: { label: string; value: unknown; copy?: string }): ReactNode {
  return <CodeBlock {...rest} code={JSON.stringify(value, undefined, 2) ?? 'nothing'} />;
}

/** Text of a document, in which backticks mark code. */
export function InlineCode({ text = '' }: { text: string | undefined }): ReactNode {
  // Every second piece is between two backticks.
  return text.split('`').map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    index % 2 === 1 ? <code key={index}>{piece}</code> : piece,
  );
}
