import { loadPaymentDisplay } from '@escrow-kit/checkout';

/** What the shop answers: where the checkout is, where to go instead, or why neither. */
interface Answer {
  paymentUrl?: string;
  goTo?: string;
  problem?: string;
}

/** Lets a button show the checkout over the page. Without the service's script it stays hidden: the redirect always works. */
export function payOnThisPage(button: HTMLButtonElement): void {
  const { sdkUrl = '', checkout = '' } = button.dataset;
  loadPaymentDisplay(sdkUrl).then(
    (display) => {
      button.hidden = false;
      button.addEventListener('click', async () => {
        button.disabled = true;
        const { paymentUrl, goTo, problem } = await askForCheckout(checkout);
        button.disabled = false;
        if (paymentUrl) display.show({ paymentUrl, mode: 'modal' });
        else if (goTo) location.assign(goTo);
        else say(problem ?? 'This did not work. Try again.');
      });
    },
    () => {},
  );
}

async function askForCheckout(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { method: 'POST' });
    return await response.json();
  } catch {
    return { problem: 'The shop cannot be reached. Try again in a minute.' };
  }
}

function say(problem: string): void {
  const element = document.querySelector<HTMLElement>('[data-problem]');
  if (!element) return;
  element.textContent = problem;
  element.hidden = false;
}
