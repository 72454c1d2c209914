import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { TextArea } from './field.tsx';
import { useNotify } from './toasts.tsx';

const shownInMs = 2000;

/** Copies a text to the clipboard. */
export function CopyButton({ text, ...rest }: { text: string } & ButtonProps): ReactNode {
  const { icon, copy } = useCopy(text);
  return <Button {...rest} icon={icon} onClick={copy} />;
}

/** Copying a text, and an icon that shows when it is done. */
export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), shownInMs);
      notify('Copied');
    } catch {
      notify(
        <TextArea
          label="The browser does not allow copying here. Select the text and copy it."
          readOnly
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />,
        true,
      );
    }
  };
  return { icon: isCopied ? Check : Copy, copy };
}
