import type { ReactNode } from 'react';
import { useCopy } from './copy-button.tsx';

/** The last characters, which a shortened text keeps. */
const kept = 6;

/** An id, a phone number or a URL that a click copies whole. */
export function CopyText({ text }: { text: string }): ReactNode {
  const { icon: Icon, copy } = useCopy(text);
  return (
    <button type="button" className="copy-text" title={text} aria-label={`Copy ${text}`} onClick={copy}>
      <Shortened text={text} />
      <Icon aria-hidden size={14} />
    </button>
  );
}

/** Without room for the whole text, its middle is left out. */
export function Shortened({ text }: { text: string }): ReactNode {
  return (
    <code className="shortened" title={text}>
      <span>{text.slice(0, -kept)}</span>
      <span>{text.slice(-kept)}</span>
    </code>
  );
}
