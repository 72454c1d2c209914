import { documentedAnswers } from './documented-answers.ts';

/** The refusals outside of the documented statuses that a rule names: a contract of another client (AUTH-5). */
const namedRanges = ['addMilestones 4XX', 'addParties 4XX'];

const isOpenRange = (answer: string): boolean => answer.endsWith(' 4XX') && !namedRanges.includes(answer);

const reason =
  'Stands for a refusal that is not described: no rule names a request that is answered so. That the client takes any status with any body is held by its own tests of ERR-1.';

/** The operations whose body may be any JSON, so that only what is no JSON is refused for it. */
const operationsWithOpenBody = [
  'legacyAddIban',
  'legacyAddAddress',
  'createGenericContract',
  'updateGenericMilestone',
  'createPayment',
  'createVirtualIban',
  'createWebhook',
];

const reasonOfOpenBody = 'Any JSON is accepted as the body, and a pact cannot send a body that is no JSON.';

/** The documented answers that no interaction has, each with its reason. */
export const gaps: Readonly<Record<string, string>> = Object.fromEntries([
  ...documentedAnswers.filter(isOpenRange).map((answer) => [answer, reason]),
  ...operationsWithOpenBody.map((operation) => [`${operation} 400`, reasonOfOpenBody]),
]);
