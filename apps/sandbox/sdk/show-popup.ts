import type { ShowIn } from './display.ts';
import { findReturnAddress } from './find-return-address.ts';

const widthInPixels = 480;
const heightInPixels = 760;
/** No event tells that a window of another origin was closed or has moved on. */
const lookEveryInMs = 200;

/** Shows the checkout in a window of its own, in the middle of the browser's. */
export const showPopup: ShowIn = (checkoutUrl, end) => {
  const left = Math.round(screenX + (outerWidth - widthInPixels) / 2);
  const top = Math.round(screenY + (outerHeight - heightInPixels) / 2);
  const features = `popup,width=${widthInPixels},height=${heightInPixels},left=${left},top=${top}`;
  const popup = open(checkoutUrl, '_blank', features);
  if (!popup || popup.closed) {
    const message =
      "PaymentDisplay.show: the browser blocked the popup. Call show in the buyer's click itself, or use mode modal.";
    throw new DOMException(message, 'NotAllowedError');
  }
  // It keeps its opener: without one, a browser does not let this page close it.
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
