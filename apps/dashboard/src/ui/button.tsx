import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

/** The emphasis of a button. */
export type ButtonTone = 'plain' | 'primary' | 'danger' | 'quiet';

interface Look {
  tone?: ButtonTone;
  icon?: LucideIcon | undefined;
  children: ReactNode;
}

/** A button. While it is busy it says so and can't be pressed again. */
export function Button({
  tone = 'plain',
  icon: Icon,
  isBusy = false,
  children,
  ...rest
}: Look & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'className'>): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`${styles['button']} ${styles[tone]}`}
      // Not disabled, because a disabled button loses the focus.
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
    >
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </button>
  );
}

/** A link to another page of the dashboard that looks like a button. */
export function ButtonLink({ tone = 'plain', icon: Icon, children, href }: Look & { href: string }): ReactNode {
  return (
    <Link href={href} className={`${styles['button']} ${styles[tone]}`}>
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </Link>
  );
}
