/** The problems that keep a buyer from the checkout, each with the status of its page. */
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
export type OpeningProblem = (typeof openingProblems)[number];

const openingProblems = [
  'ticketExpired',
  'ticketUsed',
  'ticketUnknown',
  'ticketOfOtherPayment',
  'customerTokenUnknown',
  'notBuyer',
] as const satisfies Problem[];

/** Reads the name of a problem that is shown at the URL without the ticket. */
export function toOpeningProblem(text: string | undefined): OpeningProblem | undefined {
  return openingProblems.find((problem) => problem === text);
}
