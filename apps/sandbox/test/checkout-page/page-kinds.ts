import { texts } from '../../src/pages/checkout/texts.ts';
import { card, codeOf, type StartedCheckout, startCheckout, ticketUrl, transfer } from '../support/checkout-steps.ts';
import { createPageClient, type PageAnswer, type PageClient } from '../support/page-client.ts';
import type { StartedService } from '../support/started-sandbox.ts';

/** How a buyer gets to a kind of page. */
interface Guide {
  client: PageClient;
  started: StartedService;
  /** A payment whose consent is pending. */
  checkout: StartedCheckout;
}

async function openWithTicket({ client, started, checkout }: Guide): Promise<PageAnswer> {
  return client.open(await ticketUrl(started.sandbox, checkout));
}

async function openPayment(guide: Guide): Promise<PageAnswer> {
  const { started, checkout } = guide;
  await started.sandbox.control.giveConsent(checkout.buyerPhone);
  return openWithTicket(guide);
}

async function enterPhone({ client, checkout }: Guide, phone: string): Promise<PageAnswer> {
  return client.submit(await client.open(checkout.checkoutUrl), { step: 'phone', phone });
}

async function pay(guide: Guide, choice: Record<string, string>): Promise<PageAnswer> {
  return guide.client.submit(await openPayment(guide), { step: 'pay', ...choice });
}

/** A kind of page: the status that it comes with, its heading, and how to get there. */
export interface PageKind {
  status: number;
  title: string;
  lead: (guide: Guide) => Promise<PageAnswer>;
}

/** Leads a new buyer, without a browser, to a kind of page. */
export async function visit(started: StartedService, { lead }: PageKind, redirectUrl?: string): Promise<PageAnswer> {
  const checkout = await startCheckout(started.sandbox, {
    ...(redirectUrl !== undefined && { redirectUrl }),
    consent: 'PENDING',
  });
  return lead({ client: createPageClient(started.sandbox), started, checkout });
}

/** Every kind of page of the checkout. */
export const pageKinds: Record<string, PageKind> = {
  'sign-in': {
    status: 200,
    title: texts.signIn.title('Sandbox Shop'),
    lead: ({ client, checkout }) => client.open(checkout.checkoutUrl),
  },
  'sign-in-refused': {
    status: 422,
    title: texts.signIn.title('Sandbox Shop'),
    lead: (guide) => enterPhone(guide, 'me'),
  },
  'sign-in-too-often': {
    status: 429,
    title: texts.signIn.title('Sandbox Shop'),
    lead: async (guide) => {
      const { started, checkout } = guide;
      for (let count = 0; count < 5; count += 1) {
        await enterPhone({ ...guide, client: createPageClient(started.sandbox) }, checkout.buyerPhone);
      }
      return enterPhone(guide, checkout.buyerPhone);
    },
  },
  code: {
    status: 200,
    title: texts.signIn.codeTitle,
    lead: (guide) => enterPhone(guide, guide.checkout.buyerPhone),
  },
  'code-refused': {
    status: 422,
    title: texts.signIn.codeTitle,
    lead: async (guide) => {
      const page = await enterPhone(guide, guide.checkout.buyerPhone);
      return guide.client.submit(page, { step: 'code', code: '1' });
    },
  },
  consent: { status: 200, title: texts.consent.title, lead: openWithTicket },
  'consent-declined': {
    status: 200,
    title: texts.consent.declinedTitle,
    lead: async (guide) => guide.client.submit(await openWithTicket(guide), { step: 'declineConsent' }),
  },
  payment: { status: 200, title: texts.payment.title, lead: openPayment },
  'payment-after-sign-in': {
    status: 200,
    title: texts.payment.title,
    lead: async (guide) => {
      const { client, started, checkout } = guide;
      const page = await enterPhone(guide, checkout.buyerPhone);
      return client.submit(page, { step: 'code', code: await codeOf(started.sandbox, checkout.buyerPhone) });
    },
  },
  'payment-declined': {
    status: 402,
    title: texts.payment.title,
    lead: (guide) => pay(guide, { ...card, outcome: 'declined' }),
  },
  'bank-transfer-chosen': {
    status: 200,
    title: texts.payment.title,
    lead: async (guide) => {
      await openPayment(guide);
      return guide.client.open(`${guide.checkout.checkoutUrl}&method=${transfer.method}`);
    },
  },
  'bank-transfer': { status: 200, title: texts.transfer.title, lead: (guide) => pay(guide, transfer) },
  'bank-transfer-or-other': {
    status: 200,
    title: texts.payment.title,
    lead: async (guide) => {
      await pay(guide, transfer);
      return guide.client.open(`${guide.checkout.checkoutUrl}&view=methods`);
    },
  },
  'way-back': { status: 200, title: texts.returning.paid, lead: (guide) => pay(guide, card) },
  paid: {
    status: 200,
    title: texts.paid.title,
    lead: async (guide) => {
      const { url } = await openPayment(guide);
      await guide.started.sandbox.control.pay(guide.checkout.milestoneId);
      return guide.client.open(url);
    },
  },
  'paid-in-another-tab': {
    status: 409,
    title: texts.problems.alreadyPaid.title,
    lead: async (guide) => {
      const page = await openPayment(guide);
      await guide.started.sandbox.control.pay(guide.checkout.milestoneId);
      return guide.client.submit(page, card);
    },
  },
  'not-payable': {
    status: 409,
    title: texts.problems.notPayable.title,
    lead: async (guide) => {
      const { store } = guide.started.service;
      store.update('milestones', { id: guide.checkout.milestoneId }, { state: 'CREATED' });
      return openWithTicket(guide);
    },
  },
  'ticket-used': {
    status: 401,
    title: texts.problems.ticketUsed.title,
    lead: async ({ client, started, checkout }) => {
      const url = await ticketUrl(started.sandbox, checkout);
      await started.sandbox.control.openCheckout(url);
      return client.open(url);
    },
  },
  'ticket-expired': {
    status: 401,
    title: texts.problems.ticketExpired.title,
    lead: async ({ client, started, checkout }) => {
      const url = await ticketUrl(started.sandbox, checkout);
      await started.sandbox.control.advance(300);
      return client.open(url);
    },
  },
  'ticket-of-a-stranger': {
    status: 403,
    title: texts.problems.notBuyer.title,
    lead: async ({ client, started, checkout }) =>
      client.open(await ticketUrl(started.sandbox, { ...checkout, buyerPhone: checkout.sellerPhone })),
  },
  'customer-token-unknown': {
    status: 401,
    title: texts.problems.credentialUnknown.title,
    lead: ({ client, checkout }) => client.open(`${checkout.checkoutUrl}&userTokenUrl=usr_made_up`),
  },
  'session-expired': {
    status: 401,
    title: texts.problems.sessionExpired.title,
    lead: async (guide) => {
      const page = await openPayment(guide);
      await guide.started.sandbox.control.advance(30 * 60);
      return guide.client.submit(page, card);
    },
  },
  'form-not-accepted': {
    status: 403,
    title: texts.problems.formRefused.title,
    lead: async (guide) => guide.client.submit(await openPayment(guide), { ...card, token: 'made up' }),
  },
  'link-incomplete': {
    status: 400,
    title: texts.problems.linkIncomplete.title,
    lead: ({ client, checkout }) => client.open(checkout.checkoutUrl.replace('client_id=', 'client=')),
  },
  'unknown-payment': {
    status: 404,
    title: texts.problems.unknownPayment.title,
    lead: ({ client, checkout }) => client.open(checkout.checkoutUrl.replace('/external/', '/external/x')),
  },
  'foreign-client': {
    status: 403,
    title: texts.problems.foreignClient.title,
    lead: ({ client, checkout }) => client.open(checkout.checkoutUrl.replace('client_id=', 'client_id=x')),
  },
};
