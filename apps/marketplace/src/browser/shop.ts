import { payOnThisPage } from './pay-on-this-page.ts';
import { waitForPayment } from './wait-for-payment.ts';

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-checkout]')) payOnThisPage(button);
for (const element of document.querySelectorAll<HTMLElement>('[data-wait-for]')) waitForPayment(element);
