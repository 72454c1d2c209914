/** What can keep a buyer from the checkout, each with the status of its page. */
export const problemStatuses = {
  linkIncomplete: 400,
  foreignClient: 403,
  unknownPayment: 404,
  ticketExpired: 401,
  ticketUsed: 401,
  ticketUsedAndPaid: 401,
  ticketUnknown: 401,
  ticketOfOtherPayment: 401,
  customerTokenUnknown: 401,
  notBuyer: 403,
  sessionExpired: 401,
  formForeign: 403,
  formUnreadable: 400,
  cookiesBlocked: 403,
  notPayable: 409,
  alreadyPaid: 409,
  methodNotAllowed: 405,
  storeUnreachable: 503,
  defect: 500,
} as const;

/** The name of a problem. */
export type Problem = keyof typeof problemStatuses;

/** A problem on opening the checkout. The visitor may sign in by phone instead. */
export type OpeningProblem =
  | 'ticketExpired'
  | 'ticketUsed'
  | 'ticketUnknown'
  | 'ticketOfOtherPayment'
  | 'customerTokenUnknown'
  | 'notBuyer';

const openingProblems: Record<OpeningProblem, true> = {
  ticketExpired: true,
  ticketUsed: true,
  ticketUnknown: true,
  ticketOfOtherPayment: true,
  customerTokenUnknown: true,
  notBuyer: true,
};

/** Reads the name of a problem that is shown at the URL without the ticket. */
export function toOpeningProblem(text: string | undefined): OpeningProblem | undefined {
  return text !== undefined && Object.hasOwn(openingProblems, text) ? (text as OpeningProblem) : undefined;
}
