import type { ReactNode } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Preformatted text that can be copied. */
export function CodeBlock({ label, code, copy }: { label: string; code: string; copy?: string }): ReactNode {
  return (
    <figure className={styles['block']}>
      <figcaption className={styles['caption']}>
        <span>{label}</span>
        {copy !== undefined && <CopyButton tone="quiet" text={code} label={copy} />}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard */}
      <section className={styles['code']} tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}

/** A value as indented JSON. */
export function JsonBlock({ label, value }: { label: string; value: unknown }): ReactNode {
  return <CodeBlock label={label} code={JSON.stringify(value, undefined, 2) ?? 'nothing'} />;
}
