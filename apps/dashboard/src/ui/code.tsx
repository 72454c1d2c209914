import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  label: string;
  code: string;
  /** The label of the button that copies it. */
  copy?: string;
}

/** Preformatted text, which can be copied. */
export function CodeBlock({ label, code, copy }: CodeBlockProps): ReactNode {
  return (
    <figure className="code-block surface">
      <figcaption className="row apart muted">
        {label}
        <CopyButton tone="quiet" text={code} aria-label={copy ?? `Copy: ${label}`}>
          {copy ?? 'Copy'}
        </CopyButton>
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
export function JsonBlock({ value, ...rest }: Omit<CodeBlockProps, 'code'> & { value: unknown }): ReactNode {
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
