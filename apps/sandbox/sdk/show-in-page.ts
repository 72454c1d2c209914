import { createFrame, type ShowIn } from './frame.ts';

/**
 * Shows the checkout in the page itself: in the element with the attribute `data-payment-display`, or else at the end of the
 * body (our choice: not shown).
 */
export const showInPage: ShowIn = (checkoutUrl, end) => {
  const opener = document.activeElement;
  const frame = createFrame(checkoutUrl, end);
  Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', minHeight: '45rem', border: '0' });
  (document.querySelector('[data-payment-display]') ?? document.body).append(frame);
  frame.focus();
  return () => {
    const hadFocus = document.activeElement === frame;
    frame.remove();
    // If the focus has moved elsewhere in the page, it stays there.
    if (hadFocus && opener instanceof HTMLElement) opener.focus();
  };
};
