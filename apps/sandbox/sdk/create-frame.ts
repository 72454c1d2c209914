import type { Ending } from './display.ts';
import { findReturnAddress } from './find-return-address.ts';
import { readTexts } from './texts.ts';

/**
 * A frame that shows the checkout. It calls `end`, and leads the page there, when the checkout returns to the shop. It has no
 * `sandbox` attribute: a bank's own page in a checkout needs what that takes away, and a frame can't lead the page
 * elsewhere without a click of the buyer's as it is.
 */
export function createFrame(checkoutUrl: URL, end: (ending: Ending) => void): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = readTexts().frame;
  frame.allow = 'payment';
  frame.referrerPolicy = 'no-referrer';
  frame.addEventListener('load', () => {
    const address = findReturnAddress(frame.contentWindow, checkoutUrl);
    if (!address) return;
    end('returned');
    location.assign(address);
  });
  frame.src = checkoutUrl.href;
  return frame;
}
