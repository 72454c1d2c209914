import { show } from './show.ts';

declare global {
  interface Window {
    /** Shows the hosted checkout on a shop's own page (CHECKOUT-2). */
    PaymentDisplay: { readonly show: typeof show };
  }
}

window.PaymentDisplay = Object.freeze({ show });
