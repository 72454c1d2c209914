import {
  alsoBlaming,
  answerRefused,
  assumed,
  changeAnswer,
  changeBody,
  type Faults,
  implied,
  takeAnyToken,
  wantToken,
  wrapHandler,
} from '../ways.ts';

/** Sandboxes that are wrong about who calls. */
export const brokenTokens: Faults = {
  "AUTH-1b takes a call without a token for the administrator's": {
    replace: ({ identifyCaller, checkTokenKind }) => ({
      identifyCaller: (store, authorization) => identifyCaller(store, authorization ?? 'Bearer adm_sandbox'),
      checkTokenKind: (operation, caller) => caller.kind === 'clientAdmin' || checkTokenKind(operation, caller),
    }),
    verdict: 'implied: differs',
    alsoBlamed: ['AUTH-1a'],
  },
  "AUTH-1b takes an unknown token for the organization's": {
    replace: ({ identifyCaller, checkTokenKind }) => ({
      identifyCaller: (store, authorization) => {
        try {
          return identifyCaller(store, authorization);
        } catch (error) {
          if (authorization === undefined) throw error;
          return identifyCaller(store, 'Bearer org_sandbox');
        }
      },
      checkTokenKind: (operation, caller) => caller.kind === 'organization' || checkTokenKind(operation, caller),
    }),
    verdict: 'implied: differs',
    alsoBlamed: ['AUTH-1a', 'AUTH-4'],
  },
  'AUTH-1a takes any token for customers, bank accounts and addresses': assumed(
    takeAnyToken(({ tokenKinds }) => tokenKinds.includes('organization')),
  ),
  'AUTH-2 wants the client admin token for bank accounts': wantToken('addBankAccount', 'clientAdmin'),
  'AUTH-1a takes the API key on contracts, milestones, parties and start of payment': assumed(
    takeAnyToken(({ definition }, kind) => definition['x-rules'].includes('AUTH-3') && kind === 'apiKey'),
  ),
  'AUTH-3 wants the API key for contracts': alsoBlaming(['AUTH-1a'], wantToken('createContract', 'apiKey')),
  'AUTH-11 wants the organization token to read a user': wantToken('getUser', 'organization'),
  'AUTH-4 takes the organization token on contracts, milestones, parties and start of payment': takeAnyToken(
    ({ definition }, kind) => definition['x-rules'].includes('AUTH-4') && kind === 'organization',
  ),
  ...Object.fromEntries(
    (['createContract', 'addMilestones', 'addParties', 'startPayment'] as const).map((id) => [
      `AUTH-4 refuses the organization token on ${id} with 401 instead of 403`,
      changeAnswer(id, 403, { status: 401 }),
    ]),
  ),
  "AUTH-5 starts the payment of another client's contract": implied(
    wrapHandler('startPayment', (shipped, call) =>
      shipped({ ...call, path: { ...call.path, clientId: call.tenant.clientId } }),
    ),
  ),
  'AUTH-5 adds milestones to a contract of another client': implied(
    answerRefused('addMilestones', ({ path }) => ({ data: { parentContractId: path.contractId, milestones: [] } })),
  ),
  'AUTH-5 adds parties to a contract of another client': alsoBlaming(
    ['PARTY-4a'],
    implied(answerRefused('addParties', () => ({ data: { milestones: [] } }))),
  ),
  'AUTH-6 gives a ticket for any client secret': implied(
    changeBody('requestTicket', (body) => ({ ...body, client_secret: 'sandbox-secret' })),
  ),
  'AUTH-6 refuses the right client secret': changeBody('requestTicket', (body) => ({
    ...body,
    client_secret: 'another',
  })),
  'AUTH-1a takes any token on the Users API': assumed(takeAnyToken(({ tokenKinds }) => tokenKinds.includes('apiKey'))),
};
