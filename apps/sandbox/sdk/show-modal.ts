import { createFrame, type ShowIn } from './frame.ts';
import styles from './modal.css';

/**
 * Shows the checkout in a dialog over the page, which cannot be used or scrolled meanwhile. Escape and a button close it, and
 * the focus returns to where it was. A click beside it does not close it, so that no payment ends by accident.
 */
export const showModal: ShowIn = (checkoutUrl, end) => {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  // A page's CSP may refuse style elements and attributes, but not this.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  const frame = createFrame(checkoutUrl, end);
  const dialog = createDialog(frame);
  dialog.addEventListener('close', () => end('closed'));
  shadow.append(dialog);
  document.body.append(host);
  const unlockScroll = lockScroll();
  dialog.showModal();
  // Focus the dialog, not its button, so that pressing Enter twice does not close it again.
  dialog.focus();
  return () => {
    // Closing it first returns the focus.
    dialog.close();
    if (host.isConnected) unlockScroll();
    host.remove();
  };
};

function createDialog(frame: HTMLIFrameElement): HTMLDialogElement {
  const heading = 'Payment';
  const dialog = document.createElement('dialog');
  // The page around it may have another language and direction.
  Object.assign(dialog, { lang: 'en', dir: 'ltr', ariaLabel: heading, tabIndex: -1 });
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    ariaLabel: 'Close payment',
    textContent: '✕',
  });
  button.addEventListener('click', () => dialog.close());
  const bar = document.createElement('div');
  bar.append(heading, button);
  dialog.append(bar, frame);
  return dialog;
}

function lockScroll(): () => void {
  const { style } = document.documentElement;
  const { overflow, scrollbarGutter } = style;
  // Keeps the space of the scrollbar, so that the page behind does not jump.
  if (innerWidth > document.documentElement.clientWidth) style.scrollbarGutter = 'stable';
  style.overflow = 'hidden';
  return () => Object.assign(style, { overflow, scrollbarGutter });
}
