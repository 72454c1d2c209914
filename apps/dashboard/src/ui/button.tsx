import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

interface Look {
  /** The emphasis. */
  tone?: 'plain' | 'primary' | 'danger' | 'quiet';
  icon?: LucideIcon | undefined;
}

/** Props of a button. While it is busy it says so. */
export type ButtonProps = Look & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'className'>;

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

interface ButtonLinkProps extends Look {
  /** A page of the tenant; with `~` before it, any page of the dashboard; with a scheme, another site in a new tab. */
  href: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ tone = 'plain', icon: Icon, href, children }: ButtonLinkProps): ReactNode {
  const className = `button ${tone}`;
  const content = (
    <>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </>
  );
  if (!URL.canParse(href)) return <Link {...{ href, className }}>{content}</Link>;
  return (
    <a {...{ href, className }} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}
