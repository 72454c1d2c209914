import { loadPaymentDisplay } from '@escrow-kit/checkout';

/** Makes a button show the checkout in a modal. If that fails, its form redirects to the checkout. */
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
    // Without the service's script, the button stays hidden.
  }
}
