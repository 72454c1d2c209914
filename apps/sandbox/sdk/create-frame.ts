import type { Ending } from './display.ts';
import { findReturnAddress } from './find-return-address.ts';
import { readTexts } from './texts.ts';

/**
 * A frame that shows the checkout. When the checkout returns to the shop it calls `end` and takes the page there. It has no
 * `sandbox` attribute: a bank's page in a checkout needs what that forbids, and without one a frame can't navigate the page
 * without a click of the buyer anyway.
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
