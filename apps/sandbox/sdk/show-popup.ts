import { findReturnAddress, type ShowIn } from './frame.ts';

const widthInPixels = 480;
const heightInPixels = 760;
/** There is no event for a window of another origin that was closed or has navigated. */
const lookEveryInMs = 200;

/** Shows the checkout in a separate window, in the middle of the browser's window. */
export const showPopup: ShowIn = (checkoutUrl, end) => {
  const left = Math.round(screenX + (outerWidth - widthInPixels) / 2);
  const top = Math.round(screenY + (outerHeight - heightInPixels) / 2);
  const features = `popup,width=${widthInPixels},height=${heightInPixels},left=${left},top=${top}`;
  const popup = open(checkoutUrl, '_blank', features);
  if (!popup || popup.closed) {
    const message =
      'PaymentDisplay.show: the browser blocked the popup. Call show directly in the click handler, or use mode modal.';
    throw new DOMException(message, 'NotAllowedError');
  }
  // It keeps its opener, because otherwise a browser does not let this page close it.
  popup.focus();
  const timer = setInterval(() => {
    const address = findReturnAddress(popup, checkoutUrl);
    if (address) end('returned');
    else if (popup.closed) end('closed');
    if (address) location.assign(address);
  }, lookEveryInMs);
  return () => {
    clearInterval(timer);
    popup.close();
    focus();
  };
};
