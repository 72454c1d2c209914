/**
 * The address of a page in a frame or popup if it is of this page's origin, which means that the checkout has sent the buyer
 * back. `undefined` while it shows another origin, such as the checkout.
 */
export function findReturnAddress(target: Window | null, checkoutUrl: URL): string | undefined {
  const { origin } = location;
  // On one origin, the pages of the checkout and of the shop can't be distinguished.
  if (!target || origin === checkoutUrl.origin) return undefined;
  try {
    const { href } = target.location;
    return href.startsWith(`${origin}/`) ? href : undefined;
  } catch {
    // The browser hides addresses of other origins.
    return undefined;
  }
}
