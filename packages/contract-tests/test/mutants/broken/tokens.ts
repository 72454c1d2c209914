import type { Mutant } from '../mutant.ts';
import { changeAnswer, takeAnyToken, wrapHandler } from '../ways.ts';

/** Sandboxes that are wrong about who calls. */
export const brokenTokens: Mutant[] = [
  {
    rule: 'AUTH-1b',
    verdict: 'implied: differs',
    does: "takes a call without a token for the administrator's",
    alsoBlamed: ['AUTH-1a'],
    replace: ({ identifyCaller, checkTokenKind }) => ({
      identifyCaller: (db, authorization) => identifyCaller(db, authorization ?? 'Bearer adm_sandbox'),
      checkTokenKind: (operation, caller) => caller.kind === 'clientAdmin' || checkTokenKind(operation, caller),
    }),
  },
  {
    rule: 'AUTH-1b',
    verdict: 'implied: differs',
    does: "takes an unknown token for the organization's",
    alsoBlamed: ['AUTH-1a', 'AUTH-4'],
    replace: ({ identifyCaller, checkTokenKind }) => ({
      identifyCaller: async (db, authorization) => {
        if (authorization === undefined) return identifyCaller(db, authorization);
        return identifyCaller(db, authorization).catch(() => identifyCaller(db, 'Bearer org_sandbox'));
      },
      checkTokenKind: (operation, caller) => caller.kind === 'organization' || checkTokenKind(operation, caller),
    }),
  },
  {
    rule: 'AUTH-1a',
    does: 'takes any token for customers, bank accounts and addresses',
    verdict: 'assumed: differs',
    replace: takeAnyToken(({ tokenKinds }) => tokenKinds.includes('organization')),
  },
  {
    rule: 'AUTH-2',
    does: 'wants the client admin token for bank accounts',
    replace: ({ checkTokenKind }) => ({
      checkTokenKind: (operation, caller) =>
        checkTokenKind(
          operation.id === 'addBankAccount' ? { ...operation, tokenKinds: ['clientAdmin'] } : operation,
          caller,
        ),
    }),
  },
  {
    rule: 'AUTH-1a',
    does: 'takes the API key on contracts, milestones, parties and start of payment',
    verdict: 'assumed: differs',
    replace: takeAnyToken(({ definition }, kind) => definition['x-rules'].includes('AUTH-3') && kind === 'apiKey'),
  },
  {
    rule: 'AUTH-3',
    does: 'wants the API key for contracts',
    alsoBlamed: ['AUTH-1a'],
    replace: ({ checkTokenKind }) => ({
      checkTokenKind: (operation, caller) =>
        checkTokenKind(
          operation.id === 'createContract' ? { ...operation, tokenKinds: ['apiKey'] } : operation,
          caller,
        ),
    }),
  },
  {
    rule: 'AUTH-11',
    does: 'wants the organization token to read a user',
    replace: ({ checkTokenKind }) => ({
      checkTokenKind: (operation, caller) =>
        checkTokenKind(operation.id === 'getUser' ? { ...operation, tokenKinds: ['organization'] } : operation, caller),
    }),
  },
  {
    rule: 'AUTH-4',
    does: 'takes the organization token on contracts, milestones, parties and start of payment',
    replace: takeAnyToken(
      ({ definition }, kind) => definition['x-rules'].includes('AUTH-4') && kind === 'organization',
    ),
  },
  ...(['createContract', 'addMilestones', 'addParties', 'startPayment'] as const).map(
    (operationId): Mutant => ({
      rule: 'AUTH-4',
      does: `refuses the organization token on ${operationId} with 401 instead of 403`,
      replace: changeAnswer(operationId, 403, () => ({ status: 401 })),
    }),
  ),
  {
    rule: 'AUTH-5',
    does: "starts the payment of another client's contract",
    verdict: 'implied: differs',
    replace: wrapHandler('startPayment', (shipped, call) =>
      shipped({ ...call, path: { ...call.path, clientId: call.tenant.clientId } }),
    ),
  },
  {
    rule: 'AUTH-5',
    does: 'adds milestones to a contract of another client',
    verdict: 'implied: differs',
    replace: wrapHandler('addMilestones', async (shipped, call) =>
      shipped(call).catch(() => ({ data: { parentContractId: call.path.contractId, milestones: [] } })),
    ),
  },
  {
    rule: 'AUTH-5',
    does: 'adds parties to a contract of another client',
    verdict: 'implied: differs',
    alsoBlamed: ['PARTY-4'],
    replace: wrapHandler('addParties', async (shipped, call) =>
      shipped(call).catch(() => ({ data: { milestones: [] } })),
    ),
  },
  {
    rule: 'AUTH-6',
    does: 'gives a ticket for any client secret',
    verdict: 'implied: differs',
    replace: wrapHandler('requestTicket', (shipped, call) =>
      shipped({ ...call, body: { ...call.body, client_secret: 'sandbox-secret' } }),
    ),
  },
  {
    rule: 'AUTH-6',
    does: 'refuses the right client secret',
    replace: wrapHandler('requestTicket', (shipped, call) =>
      shipped({ ...call, body: { ...call.body, client_secret: 'another' } }),
    ),
  },
  {
    rule: 'AUTH-1a',
    does: 'takes any token on the Users API',
    verdict: 'assumed: differs',
    replace: takeAnyToken(({ tokenKinds }) => tokenKinds.includes('apiKey')),
  },
];
