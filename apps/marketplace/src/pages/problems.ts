import { type EscrowError, type EscrowErrorCode, isEscrowError } from '@escrow-kit/client';
import { ShopError, type ShopErrorCode } from '../shop-error.ts';
import { UnavailableError } from '../storage/storage.ts';
import { alert, type Html } from './layout.ts';

/** What a visitor is told, and the status of the answer. */
export interface Problem {
  status: 400 | 403 | 404 | 409 | 500 | 502 | 503;
  text: string;
}

const defect: Problem = { status: 500, text: 'The shop made a mistake. Nothing was charged. We look into it.' };
const outage: Problem = {
  status: 503,
  text: 'Our payment service cannot be reached at the moment. Nothing was charged. Try again in a minute.',
};
const noDatabase: Problem = {
  status: 503,
  text: 'The shop cannot reach its records at the moment. Try again in a minute: nothing is done twice.',
};
const refused: Problem = {
  status: 409,
  text: 'Our payment service did not accept this. If you have paid in another window, your order shows it soon.',
};

/** For each error of the client, what the visitor can do. `docs/guide/answers-to-the-buyer.md` says why. */
const escrowProblems: Record<EscrowErrorCode, Problem> = {
  consent_rejected: { status: 409, text: 'You declined payments by this shop. Agree again to pay.' },
  // The shop registers each buyer, and forgot it.
  buyer_not_linked: defect,
  milestone_probably_unknown: outage,
  rate_limited: outage,
  connection: outage,
  timeout: outage,
  aborted: outage,
  decode: outage,
  journal: { status: 409, text: 'This is being worked on already. Look again in a minute.' },
  step_in_doubt: { status: 409, text: 'We are asking our payment service whether it got this. Look again later.' },
  api: refused,
  rule_violation: defect,
  input_changed: defect,
  forbidden: defect,
  unauthorized: defect,
  redirected: defect,
  configuration: defect,
  token_provider: defect,
  token_cache: defect,
  users_validation: defect,
  user_not_found: defect,
};

const shopStatuses: Record<ShopErrorCode, Problem['status']> = {
  form: 400,
  not_yours: 403,
  not_found: 404,
  not_payable: 409,
  doubt_settled: 409,
};

export function problemOf(error: unknown): Problem {
  if (error instanceof ShopError) return { status: shopStatuses[error.code], text: error.message };
  if (error instanceof UnavailableError) return noDatabase;
  if (isEscrowError(error, 'api') && error.status >= 500) return outage;
  return isEscrowError(error) ? escrowProblems[error.code] : defect;
}

/** What a visitor can correct in the form that they sent. Where there was no form, these are defects of the shop. */
const formProblems: Partial<Record<EscrowErrorCode, Problem>> = {
  rule_violation: { status: 400, text: 'Correct what is listed here.' },
  input_changed: {
    status: 409,
    text: 'Our payment service took a part of this already, such as name and phone. Write that part as you did first.',
  },
};

export const problemOfForm = (error: EscrowError): Problem => formProblems[error.code] ?? problemOf(error);

/** The same above the form, with what to correct, as the service's rules say it. */
export function alertAbout(error: EscrowError): Html {
  const violations = isEscrowError(error, 'rule_violation') ? error.violations : [];
  const corrections = violations.map(
    ({ path, problem, remedy }) => remedy ?? `${path.replace(/^.*[.]/, '')} ${problem}.`,
  );
  return alert(problemOfForm(error).text, corrections);
}
