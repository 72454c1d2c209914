import { ControlError } from '@escrow-kit/sandbox-control';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  info: { icon: Info, tone: 'blue' },
  warning: { icon: TriangleAlert, tone: 'amber' },
  error: { icon: CircleAlert, tone: 'red' },
  success: { icon: CircleCheck, tone: 'green' },
};

interface NoticeProps {
  tone?: keyof typeof looks;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** An important message, with actions. */
export function Notice({ tone: kind = 'info', title, children, actions }: NoticeProps): ReactNode {
  const { icon: Icon, tone } = looks[kind];
  return (
    <div className={`notice ${tone}`}>
      <Icon aria-hidden size={18} />
      <div className="stack">
        <strong>{title}</strong>
        {children}
        {actions && <div className="row">{actions}</div>}
      </div>
    </div>
  );
}

/** Texts that deserve a look. */
export function Warnings({ title = 'Warning', texts }: { title?: string; texts: readonly string[] }): ReactNode {
  return texts.map((text) => (
    <Notice key={text} tone="warning" title={title}>
      <p>{text}</p>
    </Notice>
  ));
}

/** Shows why a call failed; nothing without an error. */
export function Problem({ error, title = 'That did not work' }: { error: Error | null; title?: string }): ReactNode {
  if (!error) return null;
  const { rule, status, violations = [] } = error instanceof ControlError ? error : {};
  const others = violations.filter(({ message }) => message !== error.message);
  return (
    <div role="alert">
      <Notice tone="error" title={rule === undefined ? title : `${title}: ${rule}`}>
        <p>{status === 0 ? 'The sandbox does not answer. Is it still running?' : error.message}</p>
        {others.length > 0 && (
          <ul>
            {others.map(({ field, message }) => (
              <li key={`${field} ${message}`}>{message}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
