import type { ReactNode } from 'react';
import { CopyButton } from './button.tsx';

/** Preformatted text, or a value as indented JSON, which can be copied by a button with the label `copy`. */
export function CodeBlock({ label, code, copy }: { label: string; code: unknown; copy?: string }): ReactNode {
  const text = typeof code === 'string' ? code : (JSON.stringify(code, undefined, 2) ?? 'nothing');
  return (
    <figure className="code-block surface">
      <figcaption className="row apart muted">
        {label}
        <CopyButton text={text} aria-label={copy ?? `Copy: ${label}`}>
          {copy ?? 'Copy'}
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  );
}
