export { type LoadOptions, loadPaymentDisplay } from './load-payment-display.ts';
export type { DisplayMode, Payment, PaymentDisplay, PaymentWithTicket, PaymentWithToken } from './payment-display.ts';
export { PaymentDisplayError, type PaymentDisplayErrorCode } from './payment-display-error.ts';
