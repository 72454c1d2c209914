import type { ReactNode } from 'react';
import { useCopy } from './copy-button.tsx';

/** The last characters, which a shortened text keeps. */
const kept = 6;

/** An id, a phone number or a URL that a click copies whole. Without room, its middle is left out. */
export function CopyText({ text }: { text: string }): ReactNode {
  const { icon: Icon, copy } = useCopy(text);
  return (
    <button type="button" className="copy-text" title={text} aria-label={`Copy ${text}`} onClick={copy}>
      <code className="shortened">
        <Halves text={text} />
      </code>
      <Icon aria-hidden size={14} />
    </button>
  );
}

/** Without room for the whole text, its middle is left out; screen readers and selections have it whole. */
export function Shortened({ text }: { text: string }): ReactNode {
  return (
    <code className="shortened" title={text}>
      <span className="unseen">{text}</span>
      <Halves text={text} />
    </code>
  );
}

function Halves({ text }: { text: string }): ReactNode {
  return (
    <>
      <span aria-hidden className="start">
        {text.slice(0, -kept)}
      </span>
      <span aria-hidden>{text.slice(-kept)}</span>
    </>
  );
}
