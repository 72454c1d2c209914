import type { Page } from 'playwright-core';
import type { Texts } from '../../src/checkout-page/texts/texts.ts';
import { codeOf, type StartedCheckout, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { createPageClient } from '../support/page-client.ts';
import type { StartedService } from '../support/started-service.ts';

/** What leads a browser to a kind of page. */
interface Guide {
  page: Page;
  started: StartedService;
  /** A payment whose consent is pending. */
  checkout: StartedCheckout;
}

const press = (page: Page, step: string) => page.locator(`button[value=${step}]`).click();

async function openWithTicket({ page, started, checkout }: Guide): Promise<void> {
  await page.goto(await ticketUrl(started.sandbox, checkout));
}

async function openPayment(guide: Guide): Promise<void> {
  const { started, checkout } = guide;
  await started.sandbox.control.giveConsent(checkout.buyerPhone);
  await openWithTicket(guide);
}

async function enterPhone({ page, checkout }: Guide, phone: string): Promise<void> {
  await page.goto(checkout.checkoutUrl);
  await page.locator('#phone').fill(phone);
  await press(page, 'phone');
}

async function chooseTransfer(guide: Guide): Promise<void> {
  await openPayment(guide);
  await guide.page.locator('[value=MANUAL_BANK_TRANSFER]').check();
  await press(guide.page, 'pay');
  await guide.page.locator('.transfer').waitFor();
}

async function payByCard(guide: Guide): Promise<void> {
  await openPayment(guide);
  await press(guide.page, 'pay');
}

/** A kind of page: the status that it comes with, its heading, and how to get there. */
export interface PageKind {
  status: number;
  title: (texts: Texts) => string;
  lead: (guide: Guide) => Promise<unknown>;
}

/** Every kind of page of the checkout. */
export const pageKinds: Record<string, PageKind> = {
  'sign-in': {
    status: 200,
    title: ({ signIn }) => signIn.title('Sandbox Shop'),
    lead: ({ page, checkout }) => page.goto(checkout.checkoutUrl),
  },
  'sign-in-refused': {
    status: 422,
    title: ({ signIn }) => signIn.title('Sandbox Shop'),
    lead: (guide) => enterPhone(guide, 'me'),
  },
  'sign-in-too-often': {
    status: 429,
    title: ({ signIn }) => signIn.title('Sandbox Shop'),
    lead: async (guide) => {
      const { started, checkout } = guide;
      for (let count = 0; count < 5; count += 1) {
        const client = createPageClient(started.sandbox);
        await client.submit(await client.open(checkout.checkoutUrl), { step: 'phone', phone: checkout.buyerPhone });
      }
      await enterPhone(guide, checkout.buyerPhone);
    },
  },
  code: {
    status: 200,
    title: ({ signIn }) => signIn.codeTitle,
    lead: (guide) => enterPhone(guide, guide.checkout.buyerPhone),
  },
  'code-refused': {
    status: 422,
    title: ({ signIn }) => signIn.codeTitle,
    lead: async (guide) => {
      await enterPhone(guide, guide.checkout.buyerPhone);
      await guide.page.locator('#code').fill('1');
      await press(guide.page, 'code');
    },
  },
  'code-sent-again': {
    status: 200,
    title: ({ signIn }) => signIn.codeTitle,
    lead: async (guide) => {
      await enterPhone(guide, guide.checkout.buyerPhone);
      await press(guide.page, 'newCode');
      await guide.page.getByRole('status').waitFor();
    },
  },
  consent: { status: 200, title: ({ consent }) => consent.title, lead: openWithTicket },
  'consent-declined': {
    status: 200,
    title: ({ consent }) => consent.declinedTitle,
    lead: async (guide) => {
      await openWithTicket(guide);
      await press(guide.page, 'declineConsent');
    },
  },
  payment: { status: 200, title: ({ payment }) => payment.title, lead: openPayment },
  'payment-after-sign-in': {
    status: 200,
    title: ({ payment }) => payment.title,
    lead: async (guide) => {
      const { page, started, checkout } = guide;
      await enterPhone(guide, checkout.buyerPhone);
      await page.locator('#code').fill(await codeAfterAsking(guide, started));
      await press(page, 'code');
    },
  },
  'payment-declined': {
    status: 402,
    title: ({ payment }) => payment.title,
    lead: async (guide) => {
      await openPayment(guide);
      await guide.page.locator('[value=declined]').check();
      await press(guide.page, 'pay');
    },
  },
  'bank-transfer-chosen': {
    status: 200,
    title: ({ payment }) => payment.title,
    lead: async (guide) => {
      await openPayment(guide);
      await guide.page.locator('[value=MANUAL_BANK_TRANSFER]').check();
    },
  },
  'bank-transfer': { status: 200, title: ({ transfer }) => transfer.title, lead: chooseTransfer },
  'bank-transfer-or-other': {
    status: 200,
    title: ({ payment }) => payment.title,
    lead: async (guide) => {
      await chooseTransfer(guide);
      await guide.page.goto(`${guide.checkout.checkoutUrl}&view=methods`);
    },
  },
  'way-back': { status: 200, title: ({ returning }) => returning.paid, lead: payByCard },
  paid: {
    status: 200,
    title: ({ paid }) => paid.title,
    lead: async (guide) => {
      await openPayment(guide);
      await guide.started.sandbox.control.pay(guide.checkout.milestoneId);
      await guide.page.reload();
    },
  },
  'paid-in-another-tab': {
    status: 409,
    title: ({ problems }) => problems.alreadyPaid.title,
    lead: async (guide) => {
      await openPayment(guide);
      await guide.started.sandbox.control.pay(guide.checkout.milestoneId);
      await press(guide.page, 'pay');
    },
  },
  'not-payable': {
    status: 409,
    title: ({ problems }) => problems.notPayable.title,
    lead: async (guide) => {
      const { db } = guide.started.service;
      const { milestoneId } = guide.checkout;
      await db.updateTable('milestones').set({ state: 'CREATED' }).where('id', '=', milestoneId).execute();
      await openWithTicket(guide);
    },
  },
  'ticket-used': {
    status: 401,
    title: ({ problems }) => problems.ticketUsed.title,
    lead: async ({ page, started, checkout }) => {
      const url = await ticketUrl(started.sandbox, checkout);
      await started.sandbox.control.openCheckout(url);
      await page.goto(url);
    },
  },
  'ticket-used-and-paid': {
    status: 401,
    title: ({ problems }) => problems.ticketUsedAndPaid.title,
    lead: async ({ page, started, checkout }) => {
      const url = await ticketUrl(started.sandbox, checkout);
      await started.sandbox.control.openCheckout(url);
      await started.sandbox.control.giveConsent(checkout.buyerPhone);
      await started.sandbox.control.pay(checkout.milestoneId);
      await page.goto(url);
    },
  },
  'ticket-expired': {
    status: 401,
    title: ({ problems }) => problems.ticketExpired.title,
    lead: async ({ page, started, checkout }) => {
      const url = await ticketUrl(started.sandbox, checkout);
      await started.sandbox.control.advance(300);
      await page.goto(url);
    },
  },
  'ticket-of-a-stranger': {
    status: 403,
    title: ({ problems }) => problems.notBuyer.title,
    lead: async ({ page, started, checkout }) => {
      await page.goto(await ticketUrl(started.sandbox, { ...checkout, buyerPhone: checkout.sellerPhone }));
    },
  },
  'customer-token-unknown': {
    status: 401,
    title: ({ problems }) => problems.customerTokenUnknown.title,
    lead: ({ page, checkout }) => page.goto(`${checkout.checkoutUrl}&userTokenUrl=usr_made_up`),
  },
  'session-expired': {
    status: 401,
    title: ({ problems }) => problems.sessionExpired.title,
    lead: async (guide) => {
      await openPayment(guide);
      await guide.started.sandbox.control.advance(30 * 60);
      await press(guide.page, 'pay');
    },
  },
  'form-not-accepted': {
    status: 403,
    title: ({ problems }) => problems.formForeign.title,
    lead: async (guide) => {
      await enterPhone(guide, guide.checkout.buyerPhone);
      await guide.page.locator('#code').waitFor();
      const otherTab = await guide.page.context().newPage();
      await otherTab.goto(guide.checkout.checkoutUrl);
      await press(otherTab, 'otherPhone');
      await otherTab.locator('#phone').waitFor();
      await otherTab.close();
      await press(guide.page, 'code');
    },
  },
  'link-incomplete': {
    status: 400,
    title: ({ problems }) => problems.linkIncomplete.title,
    lead: ({ page, checkout }) => page.goto(checkout.checkoutUrl.replace('client_id=', 'client=')),
  },
  'ticket-of-another-payment': {
    status: 401,
    title: ({ problems }) => problems.ticketOfOtherPayment.title,
    lead: async ({ page, started, checkout }) => {
      const { shortId } = await startCheckout(started.sandbox);
      await page.goto(await ticketUrl(started.sandbox, { ...checkout, shortId }));
    },
  },
  'unknown-payment': {
    status: 404,
    title: ({ problems }) => problems.unknownPayment.title,
    lead: ({ page, checkout }) => page.goto(checkout.checkoutUrl.replace('/external/', '/external/x')),
  },
  'foreign-client': {
    status: 403,
    title: ({ problems }) => problems.foreignClient.title,
    lead: ({ page, checkout }) => page.goto(checkout.checkoutUrl.replace('client_id=', 'client_id=x')),
  },
};

async function codeAfterAsking({ page, checkout }: Guide, { sandbox }: StartedService): Promise<string> {
  await page.locator('#code').waitFor();
  return codeOf(sandbox, checkout.buyerPhone);
}
