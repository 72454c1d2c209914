import { ControlError } from '@escrow-kit/sandbox-control';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

type NoticeTone = 'info' | 'warning' | 'error' | 'success';

const icons: Record<NoticeTone, LucideIcon> = {
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
  success: CircleCheck,
};

interface NoticeProps {
  tone?: NoticeTone;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** An important message, with actions. */
export function Notice({ tone = 'info', title, children, actions }: NoticeProps): ReactNode {
  const Icon = icons[tone];
  return (
    <div className={`${styles['notice']} ${styles[tone]}`}>
      <Icon aria-hidden size={18} className={styles['icon']} />
      <div className={styles['body']}>
        <p className={styles['title']}>{title}</p>
        {children && <div className={styles['text']}>{children}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  );
}

/** Shows why a call failed; nothing without an error. */
export function Problem({ error, title = 'That did not work' }: { error: Error | null; title?: string }): ReactNode {
  if (!error) return null;
  const problem = error instanceof ControlError ? error : undefined;
  return (
    <div role="alert">
      <Notice tone="error" title={problem?.rule === undefined ? title : `${title}: ${problem.rule}`}>
        <p>{problem?.status === 0 ? 'The sandbox does not answer. Is it still running?' : error.message}</p>
        <Violations violations={problem?.violations} but={error.message} />
      </Notice>
    </div>
  );
}

/** Further violations besides the one in the message. */
function Violations({
  violations = [],
  but,
}: {
  violations: { field: string; message: string }[] | undefined;
  but: string | null;
}): ReactNode {
  const others = violations.filter(({ message }) => message !== but);
  if (others.length === 0) return null;
  return (
    <ul className={styles['list']}>
      {others.map(({ field, message }) => (
        <li key={`${field} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
