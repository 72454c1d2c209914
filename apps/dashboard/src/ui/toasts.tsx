import { Toast } from '@base-ui/react/toast';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './toasts.module.css';

/** Lets everything inside show toasts. */
export function Toasts({ children }: { children: ReactNode }): ReactNode {
  return (
    <Toast.Provider timeout={5000} limit={3}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={styles['viewport']}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Shows a toast. */
export function useNotify(): (text: string) => void {
  const { add } = Toast.useToastManager();
  return (text) => add({ title: text });
}

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast']}>
      <Check aria-hidden size={18} className={styles['icon']} />
      <Toast.Title className={styles['text']} render={<p />} />
      <Toast.Close aria-label="Dismiss" className={styles['close']}>
        <X aria-hidden size={16} />
      </Toast.Close>
    </Toast.Root>
  ));
}
