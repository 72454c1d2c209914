import type { CredentialName } from '../deployment/credentials.ts';
import type { StateHandlers } from '../states/values.ts';
import type { StateContext } from './context.ts';
import { SetUpError } from './set-up-error.ts';
import { registerCustomer, requestTicket, type StartedPayment, startPayment } from './steps.ts';

type OtpType = 'SERVICE_OTP' | 'NATIONAL_ID_OTP';

type ConsentState =
  | 'a customer with a one-time password'
  | 'a customer who declined, with a one-time password'
  | 'a started payment whose buyer gave consent'
  | 'a started payment whose buyer declined'
  | 'a started payment whose buyer declined and came back';

/** The states that depend on another person's decision, or on a password that only the customer's phone shows. */
export function consentHandlers(
  context: StateContext,
  credentials: Record<CredentialName, string>,
): Pick<StateHandlers, ConsentState> {
  return {
    'a customer with a one-time password': async ({ type }) => {
      const customer = await registerCustomer(context);
      if (type === 'NATIONAL_ID_OTP')
        await context.call('submitNationalId', { path: { userId: customer.serviceUserId } });
      return { ...credentials, ...customer, otp: await readOtp(context, customer.phoneNumber, type) };
    },
    'a customer who declined, with a one-time password': async () => {
      const customer = await registerCustomer(context);
      await context.control().setConsent(customer.phoneNumber, 'DECLINED');
      return { ...credentials, ...customer, otp: await readOtp(context, customer.phoneNumber, 'SERVICE_OTP') };
    },
    'a started payment whose buyer gave consent': async () => {
      const payment = await startPayment(context);
      await context.control().giveConsent(payment.buyerPhone);
      return { ...credentials, ...payment };
    },
    'a started payment whose buyer declined': async () => {
      const payment = await startPayment(context);
      await context.control().setConsent(payment.buyerPhone, 'DECLINED');
      return { ...credentials, ...payment };
    },
    'a started payment whose buyer declined and came back': async ({ by }) => {
      const payment = await startPayment(context);
      // Requested before the buyer declines. The checkout then asks for consent again (TICKET-5).
      const ticket = await requestTicket(context, payment);
      await context.control().setConsent(payment.buyerPhone, 'DECLINED');
      await requestTicket(context, payment, 400);
      await comeBack[by](context, payment, ticket);
      return { ...credentials, ...payment };
    },
  };
}

type ComeBack = (context: StateContext, payment: StartedPayment, ticket: string) => Promise<void>;

/** The ways back after declining (USER-4). */
const comeBack: Record<'consent link' | 'one-time password' | 'checkout login', ComeBack> = {
  'consent link': async (context, { buyerPhone }) => {
    await context.control().giveConsent(buyerPhone);
  },
  'one-time password': async (context, { buyerPhone: phoneNumber }) => {
    const otp = await readOtp(context, phoneNumber, 'SERVICE_OTP');
    const answer = await context.call('validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber, otp } });
    if (answer?.data?.valid !== true) throw new SetUpError('the one-time password of the buyer was not valid');
  },
  'checkout login': async (context, { checkoutUrl }, ticket) => {
    const { session } = await context.control().openCheckout(`${checkoutUrl}&ticket=${encodeURIComponent(ticket)}`);
    await context.control().giveCheckoutConsent(session, true);
  },
};

/** The newest password of a type that a phone received. */
async function readOtp(context: StateContext, phoneNumber: string, type: OtpType): Promise<number> {
  const otps = await context.control().otps(phoneNumber);
  const newest = otps.find((otp) => otp.type === type);
  if (!newest) throw new SetUpError(`no ${type} reached the customer`);
  context.secrets.add(String(newest.otp));
  return newest.otp;
}
