import { loadPaymentDisplay } from '@escrow-kit/checkout';

/** Lets a button show the checkout over the page. Where that does not work, its form leads there by redirect. */
export async function payOnThisPage(button: HTMLButtonElement): Promise<void> {
  const { sdkUrl = '', checkout = '' } = button.dataset;
  try {
    const display = await loadPaymentDisplay(sdkUrl);
    button.hidden = false;
    button.addEventListener('click', async () => {
      try {
        const response = await fetch(checkout, { method: 'POST' });
        const { paymentUrl } = await response.json();
        display.show({ paymentUrl, mode: 'modal' });
      } catch {
        button.form?.submit();
      }
    });
  } catch {
    // The service's script is not there, and the button stays hidden.
  }
}
