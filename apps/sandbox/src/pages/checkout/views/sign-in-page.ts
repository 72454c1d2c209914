import { html } from 'hono/html';
import { type Problem, problemStatuses } from '../texts/problem.ts';
import type { CheckoutVisit } from '../visit/checkout-visit.ts';
import { dashboardAddress } from '../visit/links.ts';
import { buttonForm, errorOf, errorSummary, form, pageTitle, stepButton, testNote, textField } from './form-parts.ts';
import type { FieldError, Html, Page } from './page.ts';
import { visitorsShopLink } from './shop-link.ts';

/** The content of a sign-in form besides its fields. */
export interface SignInForm {
  /** The secret to which the form's token belongs. */
  secret: string;
  errors?: FieldError[];
  /** Default: 200, or the status of the problem. */
  status?: number;
}

/** Asks for the phone number. A problem that led here is shown first. */
export function phonePage(
  visit: CheckoutVisit,
  {
    secret,
    errors = [],
    status,
    problem,
    phone,
  }: SignInForm & { problem?: Problem | undefined; phone?: string | undefined },
): Page {
  const { texts } = visit.language;
  const { signIn } = texts;
  const signInTitle = signIn.title(visit.tenant.settings.organizationName);
  const title = problem ? texts.problems[problem].title : signInTitle;
  const field = { id: 'phone', label: signIn.phone, hint: signIn.phoneHint, error: errorOf(errors, 'phone') };
  const body = html`${errorSummary(errors, texts)}
    <h1>${title}</h1>
    ${problem ? html`<p class="lead">${texts.problems[problem].what} ${texts.problems[problem].remedy}</p>` : ''}
    <section class="card narrow" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title"${problem ? '' : html` class="hidden"`}>${signInTitle}</h2>
      <p>${signIn.intro}</p>
      ${form(visit, {
        secret,
        content: html`${textField({ ...field, value: phone ?? '', type: 'tel', autocomplete: 'tel' })}
          <div class="actions">${stepButton('phone', signIn.send)}</div>`,
      })}
      ${visitorsShopLink(visit)}
      ${ownWindow(visit)}
    </section>`;
  const defaultStatus = problem ? problemStatuses[problem] : 200;
  return { status: status ?? defaultStatus, title: pageTitle(title, errors, texts), body };
}

/** Asks for the code that went to the phone if it is the buyer's. Otherwise the page looks the same. */
export function codePage(
  visit: CheckoutVisit,
  { secret, errors = [], status = 200, phone, isResent }: SignInForm & { phone: string; isResent: boolean },
): Page {
  const { texts } = visit.language;
  const { signIn } = texts;
  const intro = signIn.codeIntro(phone);
  const field = { id: 'code', label: signIn.code, hint: signIn.codeHint, error: errorOf(errors, 'code') };
  const body = html`${errorSummary(errors, texts)}
    <h1>${signIn.codeTitle}</h1>
    <div class="card narrow">
      ${isResent && errors.length === 0 ? html`<p class="status" role="status">${signIn.newCodeSent}</p>` : ''}
      <p>${intro.before}<bdi dir="ltr">${intro.phone}</bdi>${intro.after}</p>
      ${testNote(signIn.sandboxNote, { href: dashboardAddress(visit, `people/${encodeURIComponent(phone)}`), text: signIn.showCode })}
      ${form(visit, {
        secret,
        content: html`${textField({ ...field, type: 'text', autocomplete: 'one-time-code' })}
          <p>${signIn.consentNote}</p>
          <div class="actions">${stepButton('code', signIn.submit)}</div>`,
      })}
      ${buttonForm(visit, { secret, step: 'newCode', text: signIn.newCode, look: 'quiet' })}
      ${buttonForm(visit, { secret, step: 'otherPhone', text: signIn.otherPhone, look: 'quiet' })}
      ${visitorsShopLink(visit)}
    </div>`;
  return { status, title: pageTitle(signIn.codeTitle, errors, texts), body };
}

/** Some browsers keep no cookie for a page in a frame of another site. */
function ownWindow({ isFramed, links, language: { texts } }: CheckoutVisit): Html | '' {
  if (!isFramed) return '';
  return html`<p class="note">${texts.openInNewWindowNote}
    <a href="${links.checkout}" target="_blank" rel="noopener">${texts.openInNewWindow}</a></p>`;
}
