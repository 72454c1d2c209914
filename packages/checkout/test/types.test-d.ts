import type { Secret } from '@escrow-kit/client';
import type { PaymentDisplay } from '../src/index.ts';

declare const display: PaymentDisplay;
declare const clientUserToken: Secret<'clientUserToken'>;
const paymentUrl = 'https://pay.example/external/1?client_id=1';

display.show({ paymentUrl, customerToken: 'token', mode: 'modal' });
display.show({ paymentUrl: `${paymentUrl}&ticket=1`, mode: 'popup' });

// @ts-expect-error The mode has no default.
display.show({ paymentUrl, customerToken: 'token' });
// @ts-expect-error The token is called customerToken.
display.show({ paymentUrl, userToken: 'token', mode: 'modal' });
// @ts-expect-error LEGACY-2 a password never goes to a browser.
display.show({ paymentUrl, customerToken: clientUserToken, mode: 'modal' });
