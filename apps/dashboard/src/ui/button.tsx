import { Check, Copy, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'wouter';

interface Look {
  /** The emphasis. */
  tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  icon?: LucideIcon | undefined;
}

/** Props of a button. */
type ButtonProps = Look & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'className'>;

/** A button. */
export function Button({ tone = 'plain', icon: Icon, isBusy = false, children, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${tone}`}
      // Not disabled, because a disabled button loses the focus.
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
    >
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ icon: Icon, href, children }: Look & { href: string; children: ReactNode }): ReactNode {
  const content = (
    <>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </>
  );
  if (!URL.canParse(href)) return <Link {...{ href, className: 'button' }}>{content}</Link>;
  return (
    <a {...{ href, className: 'button' }} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}

const copiedInMs = 2000;

/** Copying a text, and an icon that shows when it is done. */
function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), copiedInMs);
    } catch {
      window.prompt('The browser blocks copying here. Copy the text manually:', text);
    }
  };
  return { icon: isCopied ? Check : Copy, isCopied, copy };
}

/** Copies a text to the clipboard. */
export function CopyButton({ text, children, ...rest }: { text: string } & ButtonProps): ReactNode {
  const { icon, isCopied, copy } = useCopy(text);
  return (
    <Button tone="quiet" {...rest} icon={icon} onClick={copy}>
      {children}
      {isCopied && (
        <span role="status" className="unseen">
          Copied
        </span>
      )}
    </Button>
  );
}

/** How many last characters a shortened text keeps. */
const tailLength = 6;

/** An id, a phone number or a URL that a click copies whole. Without room, its middle is left out. */
export function CopyText({ text }: { text: string }): ReactNode {
  const { icon: Icon, copy } = useCopy(text);
  return (
    <button type="button" className="copy-text" title={text} aria-label={`Copy ${text}`} onClick={copy}>
      <code className="shortened">
        <span className="start">{text.slice(0, -tailLength)}</span>
        <span>{text.slice(-tailLength)}</span>
      </code>
      <Icon aria-hidden size={14} />
    </button>
  );
}
