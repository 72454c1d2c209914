import { html } from 'hono/html';
import { type Mistake, type Problem, problemStatuses } from '../texts/problem.ts';
import { texts } from '../texts/texts.ts';
import type { CheckoutVisit } from '../visit/checkout-visit.ts';
import { dashboardAddress } from '../visit/links.ts';
import { code } from './copy-script.ts';
import { form, stepButton, testNote, textField } from './form-parts.ts';
import type { Page } from './page.ts';
import { visitorsShopLink } from './shop-link.ts';

/** The content of a sign-in page besides its texts. */
interface SignIn {
  /** The secret to which the form's token belongs. */
  secret: string;
  mistake: Mistake | undefined;
}

/** Asks for the phone number. A problem that led here is shown first. */
export function phonePage(
  visit: CheckoutVisit,
  { secret, mistake, problem, phone }: SignIn & { problem: Problem | undefined; phone: string | undefined },
): Page {
  const { signIn, problems } = texts;
  const signInTitle = signIn.title(visit.tenant.settings.organizationName);
  const field = { id: 'phone', label: signIn.phone, hint: signIn.phoneHint, type: 'tel', autocomplete: 'tel' } as const;
  const body = html`
    ${problem ? html`<p class="lead">${problems[problem].what} ${problems[problem].remedy}</p>` : ''}
    <section class="card narrow" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title"${problem ? '' : html` class="hidden"`}>${signInTitle}</h2>
      <p>${signIn.intro}</p>
      ${form(visit, {
        secret,
        content: html`${textField({ ...field, value: phone }, mistake)}
          <div class="actions">${stepButton('phone', signIn.send)}</div>`,
      })}
      ${visitorsShopLink(visit)}
    </section>`;
  if (!problem) return { title: signInTitle, body, mistake };
  return { title: problems[problem].title, body, mistake, ...(!mistake && { status: problemStatuses[problem] }) };
}

/** Asks for the code that went to the phone if it is the buyer's. Otherwise the page looks the same. */
export function codePage(visit: CheckoutVisit, { secret, mistake, phone }: SignIn & { phone: string }): Page {
  const { signIn } = texts;
  const [before, after] = signIn.codeIntro;
  const field = { id: 'code', label: signIn.code, hint: signIn.codeHint } as const;
  const body = html`<div class="card narrow">
    <p>${before}${code(phone)}${after}</p>
    ${testNote(signIn.sandboxNote, { href: dashboardAddress(visit, `contracts/${visit.milestone.id}`), text: signIn.showCode })}
    ${form(visit, {
      secret,
      content: html`${textField({ ...field, type: 'text', autocomplete: 'one-time-code' }, mistake)}
        <p>${signIn.consentNote}</p>
        <div class="actions">${stepButton('code', signIn.submit)}</div>`,
    })}
    ${form(visit, { secret, content: stepButton('otherPhone', signIn.otherPhone, 'quiet') })}
    ${visitorsShopLink(visit)}
  </div>`;
  return { title: signIn.codeTitle, body, mistake, hasCodes: true };
}
