/**
 * Why a checkout is no longer shown. `returned`: it sent the buyer back to the shop, paid or not. `closed`: the buyer or the
 * page closed it. Only the webhook says whether the buyer has paid.
 */
export type Ending = 'returned' | 'closed';

/**
 * Shows a checkout in one of the modes. Calls `end` when it ends on its own, never before returning, and maybe more than once.
 * Returns a function that removes it, which may also be called more than once.
 */
export type ShowIn = (checkoutUrl: URL, end: (ending: Ending) => void) => () => void;

/**
 * A frame that shows the checkout. When the checkout returns to the shop it calls `end` and takes the page there. It has no
 * `sandbox` attribute: a bank's page in a checkout needs what that forbids, and without one a frame cannot navigate the page
 * without a click of the buyer anyway.
 */
export function createFrame(checkoutUrl: URL, end: (ending: Ending) => void): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  Object.assign(frame, { title: 'Checkout', allow: 'payment', referrerPolicy: 'no-referrer' });
  frame.addEventListener('load', () => {
    const address = findReturnAddress(frame.contentWindow, checkoutUrl);
    if (!address) return;
    end('returned');
    location.assign(address);
  });
  frame.src = checkoutUrl.href;
  return frame;
}

/**
 * The address of a page in a frame or popup if it is of this page's origin, which means that the checkout has sent the buyer
 * back. `undefined` while it shows another origin, such as the checkout.
 */
export function findReturnAddress(target: Window | null, checkoutUrl: URL): string | undefined {
  const { origin } = location;
  // On one origin, the pages of the checkout and of the shop cannot be distinguished.
  if (!target || origin === checkoutUrl.origin) return undefined;
  try {
    const { href } = target.location;
    return href.startsWith(`${origin}/`) ? href : undefined;
  } catch {
    // The browser hides addresses of other origins.
    return undefined;
  }
}
