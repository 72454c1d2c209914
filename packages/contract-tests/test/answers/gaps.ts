import { getOperation } from '@escrow-kit/spec';

/** Why an answer has no interaction. The first reason that fits counts. */
const reasons: { isMeant: (operation: string, status: string) => boolean; covered: string[]; reason: string }[] = [
  {
    isMeant: (operation) => isNamedOnly(operation),
    covered: ['listWebhooks 200', 'listWebhooks 401', 'listWebhooks 403'],
    reason: 'Known by path and purpose only. listWebhooks, which takes nothing, stands for all nine.',
  },
  {
    isMeant: (_, status) => status === 'default',
    // A contract of another client (AUTH-5).
    covered: ['addMilestones default', 'addParties default'],
    reason:
      'Stands for a refusal that is not described: no rule names a request that is answered so. That the client takes any status with any body is held by its own tests of ERR-1.',
  },
  {
    isMeant: (_, status) => status === '415',
    covered: ['createContract 415'],
    reason: 'How a body of another media type is answered is not shown. One call stands for all.',
  },
  {
    isMeant: (operation, status) => status === '403' && !takesClientAdmin(operation),
    covered: ['registerCustomer 403', 'submitNationalId 403', 'legacySignUp 403'],
    reason: 'That another kind of token is refused is assumed. One call of each kind stands for all.',
  },
  {
    isMeant: (_, status) => status === '429',
    covered: ['linkUser 429'],
    reason: 'The limit is of the Users API, not of a call. One stands for all.',
  },
  {
    isMeant: (operation, status) => status === '400' && operation.startsWith('legacy'),
    covered: [],
    reason: 'Which bodies are refused is not shown.',
  },
];

const rulesOf = (id: string): string[] => getOperation(id).definition['x-rules'];
const isNamedOnly = (id: string): boolean => rulesOf(id).includes('UAPI-7');
/** For these calls the organization token is shown to get 403 (AUTH-4). */
const takesClientAdmin = (id: string): boolean => rulesOf(id).includes('AUTH-4');

/** Why a documented answer, such as `getUser 403`, has no interaction; undefined if it has to have one. */
export function findGap(answer: string): string | undefined {
  const [operation = '', status = ''] = answer.split(' ');
  const found = reasons.find(({ isMeant }) => isMeant(operation, status));
  return found?.covered.includes(answer) ? undefined : found?.reason;
}
