import { type Call, Refusal } from '@escrow-kit/sandbox/testing';
import type { Mutant } from '../mutant.ts';
import { changeAnswer, changeResult, ignoreViolationsOf, rename, wrapHandler } from '../ways.ts';

const consentOf = async ({ trx, body }: Call<'requestTicket'>): Promise<string | undefined> => {
  const users = trx.selectFrom('users').where('phone', '=', body.login_hint).select('consent');
  return (await users.executeTakeFirst())?.consent;
};

const otherError = (from: string, to: string): Mutant['replace'] =>
  changeAnswer('requestTicket', 400, ({ body }) => {
    const refusal = body as { error: string };
    return { body: refusal.error === from ? { ...refusal, error: to } : refusal };
  });

const ticket = { ticket: 'ticket_of_nobody', expiresIn: 300 };

/** Sandboxes that are wrong about payments and tickets. */
export const brokenPayments: Mutant[] = [
  {
    rule: 'PAY-1',
    does: 'wraps the checkout URL in an object',
    replace: changeResult('startPayment', ({ data }) => ({ data: { url: data } })),
  },
  {
    rule: 'PAY-1',
    does: 'has no query in the checkout URL',
    replace: changeResult('startPayment', ({ data }) => ({ data: data.split('?')[0] })),
  },
  {
    rule: 'PAY-1',
    does: 'has no shortId in the checkout URL',
    replace: changeResult('startPayment', ({ data }) => ({ data: data.replace('/external/', '/') })),
  },
  {
    rule: 'PAY-4',
    does: 'answers a milestone that does not exist with 404',
    replace: changeAnswer('startPayment', 500, () => ({ status: 404 })),
  },
  {
    rule: 'PAY-4',
    does: 'lets a field leak into the bare 500 of a milestone that does not exist',
    replace: changeAnswer('startPayment', 500, () => ({ body: { error: 'unknown_milestone' } })),
  },
  {
    rule: 'AUTH-5',
    does: 'has the client_id of another client in the checkout URL',
    verdict: 'implied: differs',
    replace: changeResult('startPayment', ({ data }) => ({
      data: data.replace(/client_id=[^&]+/, 'client_id=another-client'),
    })),
  },
  {
    rule: 'PAY-3',
    does: 'takes the id of the milestone for the shortId',
    verdict: 'implied: differs',
    replace: ({ handlers }) => {
      const shortIds = new Map<string, string>();
      return {
        handlers: {
          ...handlers,
          startPayment: async (call) => {
            const { data } = (await handlers.startPayment(call)) as { data: string };
            const { milestoneId } = call.path;
            shortIds.set(`payment:${milestoneId}`, `payment:${/\/external\/([^/?]+)/.exec(data)?.[1]}`);
            return { data: data.replace(/\/external\/[^/?]+/, `/external/${milestoneId}`) };
          },
          requestTicket: (call) => {
            const scope = shortIds.get(call.body.scope) ?? call.body.scope;
            return handlers.requestTicket({ ...call, body: { ...call.body, scope } });
          },
        },
      };
    },
  },
  {
    rule: 'TICKET-1',
    does: 'calls a ticket token',
    replace: changeResult('requestTicket', (body) => rename(body, 'ticket', 'token')),
  },
  {
    rule: 'TICKET-1',
    does: 'writes the lifetime of a ticket as text',
    replace: changeResult('requestTicket', (body) => ({ ...body, expiresIn: '300' })),
  },
  {
    rule: 'TICKET-1',
    does: 'gives an empty ticket',
    replace: changeResult('requestTicket', (body) => ({ ...body, ticket: '' })),
  },
  {
    rule: 'TICKET-1',
    does: 'wraps a ticket in data',
    replace: changeResult('requestTicket', (body) => ({ data: body })),
  },
  {
    rule: 'TICKET-1',
    does: 'takes any grant type',
    verdict: 'implied: differs',
    replace: ignoreViolationsOf('TICKET-1b'),
  },
  {
    rule: 'TICKET-3',
    does: 'gives a ticket to a buyer who declined',
    replace: wrapHandler('requestTicket', async (shipped, call) =>
      (await consentOf(call)) === 'DECLINED' ? ticket : shipped(call),
    ),
  },
  {
    rule: 'TICKET-3',
    does: 'has another error for a buyer who declined',
    replace: otherError('consent_rejected', 'consent_declined'),
  },
  {
    rule: 'TICKET-4',
    does: 'has another error for a buyer who is not linked',
    replace: otherError('invalid_grant', 'not_linked'),
  },
  {
    rule: 'TICKET-4',
    does: 'gives a ticket to a buyer who is not linked',
    replace: wrapHandler('requestTicket', async (shipped, call) =>
      (await consentOf(call)) === undefined ? ticket : shipped(call),
    ),
  },
  {
    rule: 'TICKET-4',
    does: 'answers a buyer who is not linked with 404',
    alsoBlamed: ['TICKET-3'],
    replace: changeAnswer('requestTicket', 400, () => ({ status: 404 })),
  },
  {
    rule: 'TICKET-5',
    does: 'gives no ticket while consent is pending',
    replace: wrapHandler('requestTicket', async (shipped, call) => {
      if ((await consentOf(call)) !== 'PENDING') return shipped(call);
      throw new Refusal('consent_rejected', { rule: 'TICKET-5', message: 'The buyer has not decided.' });
    }),
  },
];
