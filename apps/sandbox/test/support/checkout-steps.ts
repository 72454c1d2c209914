import type { Sandbox } from '../../src/index.ts';
import { createReadyMilestone, type ReadyMilestone, requestTicket, shortIdOf, startPayment } from './escrow-steps.ts';
import { createPageClient, type PageAnswer, type PageClient } from './page-client.ts';

/** A payment that was started. */
export interface StartedCheckout extends ReadyMilestone {
  /** Without a ticket. */
  checkoutUrl: string;
  shortId: string;
}

/** What a test changes. */
export interface CheckoutWishes {
  buyerPhone?: string;
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
    buyerPhone,
    redirectUrl = 'https://shop.example/return',
    consent = 'GRANTED',
    contractTitle = 'Furniture for the flat',
    milestone = {},
    sellerName = { firstName: 'Sara', lastName: 'Seller' },
  }: CheckoutWishes = {},
): Promise<StartedCheckout> {
  const item = {
    itemDetail: { title: 'A handmade table', description: 'Oak, oiled, 180 by 90 centimetres.' },
    itemPrice: 1234.5,
    ...milestone,
  };
  const ready = await createReadyMilestone(sandbox, {
    ...(buyerPhone && { buyerPhone }),
    parent: { itemDetail: { title: contractTitle, description: 'Made up' } },
    milestone: item,
    seller: sellerName,
    customer: item.itemPrice,
    provider: item.itemPrice - 50,
  });
  await sandbox.control.setConsent(ready.buyerPhone, consent);
  const query = { redirectUrl, paymentType: 'PURCHASE' };
  const checkoutUrl: string = (await startPayment(sandbox, { milestoneId: ready.milestoneId, query })).body.data;
  return { ...ready, checkoutUrl, shortId: shortIdOf(checkoutUrl) };
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

/** A checkout that its buyer has opened with a ticket. */
export interface OpenedCheckout {
  checkout: StartedCheckout;
  client: PageClient;
  /** The first page. */
  page: PageAnswer;
}

/** Starts a payment and opens its checkout in a new browser. */
export async function openCheckout(sandbox: Sandbox, wishes: CheckoutWishes = {}): Promise<OpenedCheckout> {
  const checkout = await startCheckout(sandbox, wishes);
  const client = createPageClient(sandbox);
  return { checkout, client, page: await client.open(await ticketUrl(sandbox, checkout)) };
}

/** What the buyer sends to pay by card. */
export const card = { step: 'pay', method: 'CREDIT_CARD', outcome: 'succeeds' };

/** What the buyer sends to pay by bank transfer. */
export const transfer = { step: 'pay', method: 'MANUAL_BANK_TRANSFER' };
