import {
  type EscrowError,
  type EscrowErrorCode,
  type HttpAnswer,
  isEscrowError,
  toHttpAnswer,
} from '@escrow-kit/client';
import { ShopError, type ShopErrorCode } from '../shop/shop.ts';
import { UnavailableError } from '../storage/storage.ts';
import { alert, type Html } from './layout.ts';

/** The text for a visitor, and the status of the answer. */
export interface Problem {
  status: 400 | 403 | 404 | 409 | 500 | 502 | 503;
  text: string;
}

const noDatabase: Problem = {
  status: 503,
  text: 'The shop cannot reach its database at the moment. Try again in a minute: nothing is done twice.',
};

/** What the visitor can do about an error of the client. */
const escrowTexts: Record<HttpAnswer['reason'], string> = {
  consent_needed: 'You declined payments by this shop. Agree again to pay.',
  try_again: 'Our payment service cannot be reached at the moment. Nothing was charged. Try again in a minute.',
  in_progress: 'We are already working on this. Check again in a minute.',
  not_accepted:
    'Our payment service did not accept this. If you have paid in another window, your order shows it soon.',
  failed: 'Something went wrong on our side. Nothing was charged, and we are looking into it.',
};

const shopStatuses: Record<ShopErrorCode, Problem['status']> = {
  form: 400,
  not_yours: 403,
  not_found: 404,
  not_payable: 409,
  step_resolved: 409,
};

export function problemOf(error: unknown): Problem {
  if (error instanceof ShopError) return { status: shopStatuses[error.code], text: error.message };
  if (error instanceof UnavailableError) return noDatabase;
  const { status, reason } = toHttpAnswer(error);
  return { status, text: escrowTexts[reason] };
}

/** Problems that a visitor can correct in a form. Without a form, these are bugs of the shop. */
const formProblems: Partial<Record<EscrowErrorCode, Problem>> = {
  rule_violation: { status: 400, text: 'Please correct the following.' },
  input_changed: {
    status: 409,
    text: 'Our payment service already has a part of this, such as name and phone. Write that part as you did at first.',
  },
};

export const problemOfForm = (error: EscrowError): Problem => formProblems[error.code] ?? problemOf(error);

/** The alert above a form, with corrections in the words of the service's rules. */
export function alertAbout(error: EscrowError): Html {
  const violations = isEscrowError(error, 'rule_violation') ? error.violations : [];
  const corrections = violations.map(
    ({ path, problem, remedy }) => remedy ?? `${path.replace(/^.*[.]/, '')} ${problem}.`,
  );
  return alert(problemOfForm(error).text, corrections);
}
