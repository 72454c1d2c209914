import type { Texts } from './texts.ts';

/** The problems that keep a buyer from the checkout. */
export type Problem = keyof Texts['problems'];

/** The status of the page of each problem. */
export const problemStatuses: Record<Problem, number> = {
  linkIncomplete: 400,
  foreignClient: 403,
  unknownPayment: 404,
  ticketExpired: 401,
  ticketUsed: 401,
  credentialUnknown: 401,
  notBuyer: 403,
  sessionExpired: 401,
  formRefused: 403,
  cookiesBlocked: 403,
  notPayable: 409,
  alreadyPaid: 409,
  storeFull: 503,
  defect: 500,
};

/** The problems on opening the checkout. The visitor may sign in by phone instead. */
const openingProblems = ['ticketExpired', 'ticketUsed', 'credentialUnknown', 'notBuyer'] as const satisfies Problem[];
export type OpeningProblem = (typeof openingProblems)[number];

/** Reads the name of a problem that is shown at the URL without the ticket. */
export function toOpeningProblem(text: string | undefined): OpeningProblem | undefined {
  return openingProblems.find((problem) => problem === text);
}

/** Ends a request with the page that shows a problem to the buyer. */
export class CheckoutProblem extends Error {
  override name = 'CheckoutProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`The checkout says: ${problem}.`);
    this.problem = problem;
  }
}

/** The mistakes in a form. */
export type Mistake = Exclude<keyof Texts['errors'], 'title'>;

/** The field of a mistake, by its id, and the status of the page that shows it. */
interface MistakeDetails {
  field: 'phone' | 'code' | 'method-1';
  status: 402 | 422 | 429;
}

export const mistakes: Record<Mistake, MistakeDetails> = {
  phoneMissing: { field: 'phone', status: 422 },
  phoneInvalid: { field: 'phone', status: 422 },
  tooManyCodes: { field: 'phone', status: 429 },
  codeClosed: { field: 'phone', status: 422 },
  codeMissing: { field: 'code', status: 422 },
  codeInvalid: { field: 'code', status: 422 },
  codeWrong: { field: 'code', status: 422 },
  methodMissing: { field: 'method-1', status: 422 },
  paymentDeclined: { field: 'method-1', status: 402 },
};

/** Reads the name of a mistake that is shown after a redirect. */
export function toMistake(text = ''): Mistake | undefined {
  return Object.hasOwn(mistakes, text) ? (text as Mistake) : undefined;
}
