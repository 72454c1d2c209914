import { html } from 'hono/html';
import { canReturnTo } from '../../domain/checkout.ts';
import { findPayment } from '../../domain/payments.ts';
import { findSignIn, isOpen } from '../../domain/sign-in.ts';
import type { Row } from '../../store/tables.ts';
import { form, paymentForm, stepButton, textField } from './forms.ts';
import { besideOrder, entry, isReleased, priceOf } from './order.ts';
import { code, type Html, type Page } from './page.ts';
import {
  formatIban,
  type Mistake,
  mistakeFields,
  type OpeningProblem,
  type Problem,
  texts,
  toMistake,
  toOpeningProblem,
} from './texts.ts';
import {
  type BrowserVisit,
  type BuyerVisit,
  basePath,
  beginVisit,
  type CheckoutVisit,
  isBuyerVisit,
  readPageCookie,
} from './visit.ts';

/** The page for this visitor and the present state of the payment. */
export function currentPage(visit: CheckoutVisit): Page {
  const query = visit.context.req.query();
  const problem = toOpeningProblem(query['problem']);
  const mistake = toMistake(query['mistake']);
  if (isBuyerVisit(visit)) return problem ? openingProblemPage(visit, problem) : buyerPage(visit, mistake);
  // A browser without a secret gets one, to which the form's token belongs.
  const browser = visit.secret === undefined ? beginVisit(visit) : { ...visit, secret: visit.secret };
  const codeMistake = mistakeAt('code', mistake);
  const phoneMistake = mistakeAt('phone', mistake);
  const phone = problem || phoneMistake ? undefined : findPhoneOfCode(browser);
  if (phone !== undefined) return codePage(browser, { phone, mistake: codeMistake });
  return phonePage(browser, {
    problem: problem ?? (visit.isExpired ? 'sessionExpired' : undefined),
    // After the last wrong code, the page no longer asks for a code.
    mistake: codeMistake ? 'codeClosed' : phoneMistake,
  });
}

function mistakeAt(field: 'phone' | 'code' | 'method-1', mistake: Mistake | undefined): Mistake | undefined {
  return mistake !== undefined && mistakeFields[mistake] === field ? mistake : undefined;
}

/** The phone number of a browser that can still enter its code. */
function findPhoneOfCode({ service, key, now, secret }: BrowserVisit): string | undefined {
  const signIn = findSignIn(service.store, { ...key, visit: secret });
  return signIn && isOpen(signIn, now) ? signIn.phone : undefined;
}

/** Asks for the phone number. A problem that led here is shown first. */
function phonePage(
  visit: BrowserVisit,
  { mistake, problem }: { mistake: Mistake | undefined; problem: Problem | undefined },
): Page {
  const { signIn, problems } = texts;
  const signInTitle = signIn.title(visit.tenant.settings.organizationName);
  const typed = readPageCookie(visit.context, 'checkout_typed') ?? '';
  const fields = html`${textField('phone', typed, mistake)}
          <div class="actions">${stepButton('phone', signIn.send)}</div>`;
  const body = html`
    ${problem ? html`<p class="lead">${problems[problem].what} ${problems[problem].remedy}</p>` : ''}
    <section class="card narrow" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title"${problem ? '' : html` class="hidden"`}>${signInTitle}</h2>
      <p>${signIn.intro}</p>
      ${form(visit, fields)}
      ${visitorsShopLink(visit)}
    </section>`;
  if (!problem) return { title: signInTitle, body, mistake };
  const { title, status } = problems[problem];
  return { title, body, mistake, ...(!mistake && { status }) };
}

/** Asks for the code, which was sent if the phone is the buyer's. The page looks the same if it is not. */
function codePage(visit: BrowserVisit, { mistake, phone }: { mistake: Mistake | undefined; phone: string }): Page {
  const { signIn } = texts;
  const [before, after] = signIn.codeIntro;
  const fields = html`${textField('code', '', mistake)}
        <p>${signIn.consentNote}</p>
        <div class="actions">${stepButton('code', signIn.submit)}</div>`;
  const body = html`<div class="card narrow">
    <p>${before}${code(phone)}${after}</p>
    ${testNote(visit, signIn.sandboxNote, signIn.showCode)}
    ${form(visit, fields)}
    ${form(visit, stepButton('otherPhone', signIn.otherPhone, 'quiet'))}
    ${visitorsShopLink(visit)}
  </div>`;
  return { title: signIn.codeTitle, body, mistake, hasCodes: true };
}

/**
 * Shows what is different in a sandbox, with a link to the contract in the dashboard. There, an integrator does manually what happens
 * automatically outside a sandbox.
 */
function testNote({ service, tenant, milestone }: CheckoutVisit, text: string, linkText: string): Html {
  const dashboard = `${basePath(service.publicUrl)}/dashboard/${encodeURIComponent(tenant.id)}`;
  const href = `${dashboard}/contracts/${milestone.id}`;
  return html`<p class="test-note">${text} <a href="${href}" target="_blank" rel="noopener noreferrer">${linkText}</a></p>`;
}

function buyerPage(visit: BuyerVisit, lastMistake: Mistake | undefined): Page {
  const { state } = visit.milestone;
  const { view, problem } = visit.context.req.query();
  if (state === 'CREATED') return problemPage('notPayable', shopLink(visit));
  const isPaid = state !== 'WAITING_FOR_PAYMENT';
  // For a buyer who has just tried to pay.
  if (isPaid && problem === 'alreadyPaid') return problemPage('alreadyPaid', shopLink(visit, 'primary'));
  if (isPaid) return paidPage(visit);
  if (visit.buyer.consent !== 'GRANTED') return consentPage(visit);
  const payment = findBuyerPayment(visit);
  const hasPendingTransfer = payment?.state === 'PENDING';
  const mistake = mistakeAt('method-1', lastMistake);
  if (hasPendingTransfer && view !== 'methods' && !mistake) return transferPage(visit, payment);
  return paymentPage(visit, { hasPendingTransfer, mistake });
}

/** The buyer's payment or transfer. */
export function findBuyerPayment({ service, key, buyer }: BuyerVisit): Row<'payments'> | undefined {
  return findPayment(service.store, { ...key, userId: buyer.id });
}

/** Asks for the consent that a payment needs (USER-3), again if it was declined (USER-4). */
function consentPage(visit: BuyerVisit): Page {
  const { consent } = texts;
  const isDeclined = visit.buyer.consent === 'DECLINED';
  const intro = isDeclined ? consent.declinedIntro : consent.intro;
  const buttons = html`<div class="actions">
    ${stepButton('giveConsent', isDeclined ? consent.change : consent.give)}
    ${isDeclined ? shopLink(visit) : stepButton('declineConsent', consent.decline, 'secondary')}
  </div>`;
  const content = html`<p class="lead">${intro(visit.tenant.settings.organizationName)}</p>
    ${form(visit, buttons)}`;
  return { title: isDeclined ? consent.declinedTitle : consent.title, body: besideOrder(visit, content) };
}

/** Offers the ways to pay. Paying another way withdraws a pending transfer. */
function paymentPage(
  visit: BuyerVisit,
  { hasPendingTransfer, mistake }: { hasPendingTransfer: boolean; mistake: Mistake | undefined },
): Page {
  const { payment } = texts;
  const notice = html`<p class="notice">${payment.transferPending} <a href="${visit.checkout}">${payment.showTransfer}</a></p>`;
  const content = html`${hasPendingTransfer ? notice : ''}
    ${paymentForm(visit, mistake)}
    ${form(visit, stepButton('cancel', payment.cancel, 'quiet'))}`;
  return { title: payment.title, body: besideOrder(visit, content), mistake };
}

/** Shows where to transfer the money, while the transfer is pending. */
function transferPage(visit: BuyerVisit, payment: Row<'payments'>): Page {
  const { transfer } = texts;
  const { checkout } = visit;
  const content = html`<p class="status" role="status">${transfer.waiting}</p>
    <p>${transfer.intro}</p>
    <dl class="transfer">
      ${entry(transfer.amount, html`<bdi>${priceOf(visit)}</bdi>`)}
      ${entry(transfer.iban, code(formatIban(payment.iban ?? '')))}
      ${entry(transfer.beneficiary, html`<bdi>${transfer.beneficiaryName(visit.tenant.settings.organizationName)}</bdi>`)}
      ${entry(transfer.reference, code(payment.reference ?? ''))}
    </dl>
    <p class="hint">${transfer.referenceHint}</p>
    ${testNote(visit, transfer.sandboxNote, transfer.confirm)}
    <div class="actions">
      <a class="button primary" href="${checkout}">${transfer.check}</a> ${shopLink(visit)}
      <a class="button quiet" href="${`${checkout}&view=methods`}">${transfer.otherMethod}</a>
    </div>`;
  return { title: transfer.title, body: besideOrder(visit, content), hasCodes: true };
}

/** Shows that nothing is left to pay. */
function paidPage(visit: BuyerVisit): Page {
  const { paid } = texts;
  const content = html`<p class="status done" role="status">${isReleased(visit) ? paid.released : paid.held}</p>
    <div class="actions">${shopLink(visit, 'primary')}</div>`;
  return { title: paid.title, body: besideOrder(visit, content) };
}

/**
 * Takes the buyer back to the shop. A separate page, because a browser lets our forms lead only to our own pages (form-action),
 * through every redirect.
 */
export function returnPage(visit: BuyerVisit): Page {
  const { returning, closeWindow } = texts;
  const { state } = visit.milestone;
  const isPaid = state !== 'CREATED' && state !== 'WAITING_FOR_PAYMENT';
  const unpaid = findBuyerPayment(visit)?.state === 'PENDING' ? returning.pending : returning.unpaid;
  const address = shopAddress(visit);
  const way = html`<p>${returning.intro}</p>
    <div class="actions"><a class="button primary" href="${address ?? ''}" rel="noreferrer">${returning.link}</a></div>`;
  const body = html`<div class="card narrow">${address === undefined ? html`<p>${closeWindow}</p>` : way}</div>`;
  return { title: isPaid ? returning.paid : unpaid, body, goesOnTo: address };
}

/** Shows what happened and what the visitor can do. `actions` are links to continue. */
export function problemPage(problem: Problem, actions: Html | '' = ''): Page {
  const { title, what, remedy, status } = texts.problems[problem];
  const body = html`<div class="card narrow">
    <p class="lead">${what}</p>
    <p>${remedy}</p>
    <div class="actions">${actions}</div>
  </div>`;
  return { status, title, body };
}

/** A signed-in buyer opened an invalid link, which does not end the session. */
function openingProblemPage(visit: BuyerVisit, problem: OpeningProblem): Page {
  const goOn = html`<a class="button primary" href="${visit.checkout}">${texts.continueCheckout}</a>`;
  return problemPage(problem, html`${goOn} ${shopLink(visit)}`);
}

/**
 * The address to which the buyer returns, from the last start of payment; never one that could do harm. Only the buyer may see it,
 * because it may reveal the order.
 */
function shopAddress({ milestone: { redirectUrl } }: CheckoutVisit): string | undefined {
  return redirectUrl !== null && canReturnTo(redirectUrl) ? redirectUrl : undefined;
}

/** The way back to the shop. */
function shopLink(visit: BuyerVisit, look: 'primary' | 'secondary' = 'secondary'): Html {
  const address = shopAddress(visit);
  return address === undefined ? html`<p>${texts.closeWindow}</p>` : link(visit, { address, look });
}

/**
 * The way back to the shop: for the buyer to the order, for others to the start page of the same site, which reveals nothing about
 * the order.
 */
export function visitorsShopLink(visit: CheckoutVisit): Html | '' {
  if (isBuyerVisit(visit)) return shopLink(visit);
  const { protocol, origin } = URL.parse(shopAddress(visit) ?? '') ?? {};
  // The address of an app has no start page.
  if (!/^https?:$/.test(protocol ?? '')) return '';
  return link(visit, { address: `${origin}/`, look: 'quiet' });
}

function link({ tenant }: CheckoutVisit, { address, look }: { address: string; look: string }): Html {
  const text = texts.backToShop(tenant.settings.organizationName);
  return html`<a class="button ${look}" href="${address}" rel="noreferrer">${text}</a>`;
}
