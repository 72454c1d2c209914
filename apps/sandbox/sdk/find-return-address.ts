/**
 * The address of a page of this page's own origin in a frame or popup: the checkout has sent the buyer back. `undefined`
 * while it shows a page of another origin, such as the checkout.
 */
export function findReturnAddress(target: Window | null, checkoutUrl: URL): string | undefined {
  const { origin } = location;
  // On the checkout's own origin its pages could not be told from the shop's.
  if (!target || origin === checkoutUrl.origin) return undefined;
  try {
    const { href } = target.location;
    return href.startsWith(`${origin}/`) ? href : undefined;
  } catch {
    // The browser hides addresses of other origins.
    return undefined;
  }
}
