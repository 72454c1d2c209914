import type { Ending, ShowIn } from './frame.ts';
import { type Mode, readOptions } from './read-options.ts';
import { showInPage } from './show-in-page.ts';
import { showModal } from './show-modal.ts';
import { showPopup } from './show-popup.ts';

declare global {
  interface Window {
    /** Shows the hosted checkout on a shop's own page (CHECKOUT-2). */
    PaymentDisplay: { readonly show: typeof show };
  }
}

/** A checkout that is shown until it is closed or has returned. */
interface Display {
  /** Removes it. Does nothing if it is already removed. */
  close(): void;
  /** Resolves when it is no longer shown. Never rejects. */
  closed: Promise<Ending>;
}

const modes: Record<Mode, ShowIn> = { modal: showModal, popup: showPopup, iframe: showInPage };

let closeOpenOne = () => {};

/**
 * Shows the hosted checkout (CHECKOUT-2) until it ends once: the buyer or the page closes it, another call replaces it, or it
 * returns the buyer to an address of the page's own origin, to which the page then goes.
 *
 * Everything but the three options, including what it returns, is our choice: not shown.
 *
 * @throws TypeError if an option is missing, wrong or unknown. Then nothing is shown.
 * @throws DOMException named NotAllowedError if the browser blocks the popup.
 */
function show(options: unknown): Display {
  const { checkoutUrl, mode } = readOptions(options);
  closeOpenOne();
  let resolveClosed = (_ending: Ending) => {};
  const closed = new Promise<Ending>((resolve) => {
    resolveClosed = resolve;
  });
  const end = (ending: Ending) => {
    remove();
    resolveClosed(ending);
  };
  const remove = modes[mode](checkoutUrl, end);
  closeOpenOne = () => end('closed');
  return { close: closeOpenOne, closed };
}

window.PaymentDisplay = Object.freeze({ show });
