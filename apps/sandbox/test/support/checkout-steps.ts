import type { Sandbox } from '../../src/index.ts';
import {
  addParties,
  broker,
  buyer,
  milestoneRequest,
  newPhone,
  parentRequest,
  requestTicket,
  seller,
  shortIdOf,
  startPayment,
} from './escrow-steps.ts';
import { send } from './service-api.ts';

/** A payment that was started. */
export interface StartedCheckout {
  milestoneId: string;
  buyerPhone: string;
  sellerPhone: string;
  /** Without a ticket. */
  checkoutUrl: string;
  shortId: string;
}

/** What a test changes. */
export interface CheckoutWishes {
  redirectUrl?: string;
  consent?: 'PENDING' | 'GRANTED' | 'DECLINED';
  contractTitle?: string;
  milestone?: object;
  sellerName?: { firstName?: string; lastName?: string };
}

/** Prepares a payment up to the point where the buyer goes to the checkout. Default: with consent and a made-up shop. */
export async function startCheckout(
  sandbox: Sandbox,
  {
    redirectUrl = 'https://shop.example/return',
    consent = 'GRANTED',
    contractTitle = 'Furniture for the flat',
    milestone = {},
    sellerName = { firstName: 'Sara', lastName: 'Seller' },
  }: CheckoutWishes = {},
): Promise<StartedCheckout> {
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  await send(sandbox, 'registerCustomer', { body: { phoneNumber: buyerPhone } });
  await send(sandbox, 'registerCustomer', { body: { phoneNumber: sellerPhone, ...sellerName } });
  const itemDetail = { title: contractTitle, description: 'Made up' };
  const parent = await send(sandbox, 'createContract', { body: parentRequest({ itemDetail }) });
  const contractId: string = parent.body.data.id;
  const changes = {
    itemDetail: { title: 'A handmade table', description: 'Oak, oiled, 180 by 90 centimetres.' },
    itemPrice: 1234.5,
    ...milestone,
  };
  const milestones = [milestoneRequest(changes)];
  const added = await send(sandbox, 'addMilestones', { path: { contractId }, body: { milestones } });
  const milestoneId: string = added.body.data.milestones[0].id;
  const { itemPrice } = changes;
  const parties = [buyer(buyerPhone, itemPrice), seller(sellerPhone, itemPrice - 50), broker(50)];
  await addParties(sandbox, { contractId, milestoneId }, parties);
  await sandbox.control.setConsent(buyerPhone, consent);
  const query = { redirectUrl, paymentType: 'PURCHASE' };
  const checkoutUrl: string = (await startPayment(sandbox, { milestoneId, query })).body.data;
  return { milestoneId, buyerPhone, sellerPhone, checkoutUrl, shortId: shortIdOf(checkoutUrl) };
}

/** The checkout URL with a fresh ticket of its buyer, or of another user or payment. */
export async function ticketUrl(
  sandbox: Sandbox,
  { checkoutUrl, buyerPhone, shortId }: Pick<StartedCheckout, 'checkoutUrl' | 'buyerPhone' | 'shortId'>,
): Promise<string> {
  const { body } = await requestTicket(sandbox, { phone: buyerPhone, shortId });
  return `${checkoutUrl}&ticket=${encodeURIComponent(body.ticket)}`;
}

/** The last one-time password of a type that a phone got. */
export async function otpOf(
  { control }: Sandbox,
  phone: string,
  type: 'SERVICE_OTP' | 'NATIONAL_ID_OTP' = 'SERVICE_OTP',
): Promise<number> {
  const last = (await control.otps(phone)).find((otp) => otp.type === type);
  return last?.otp ?? Number.NaN;
}

/** What a buyer types as the last code. */
export async function codeOf(sandbox: Sandbox, phone: string): Promise<string> {
  return String(await otpOf(sandbox, phone));
}
