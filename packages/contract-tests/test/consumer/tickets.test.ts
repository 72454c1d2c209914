import { parseCheckoutUrl } from '@escrow-kit/client';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { valueExamples } from '../../src/states/values.ts';
import { given } from './interaction/given.ts';
import { interaction, refusal, sampleWith } from './interaction/interaction.ts';
import { filledText } from './interaction/matchers.ts';

const { number } = MatchersV3;
const { shortId } = parseCheckoutUrl(`https://pay.escrow.example/external/${valueExamples.shortId}`);
const ticket = { ticket: filledText('ticket-example-1'), expiresIn: number(300) };

interaction('TICKET-1 a ticket is given for a buyer and a shortId', 'requestTicket', {
  given: given('a started payment whose buyer gave consent'),
  answer: ticket,
  act: async ({ escrow, example }) => {
    const answer = await escrow.payments.requestTicket({ shortId, buyerPhone: example.buyerPhone });

    expect(answer.ticket.reveal()).toBe('ticket-example-1');
    expect(answer.expiresIn).toBe(300);
  },
});

refusal('TICKET-1 another grant type is refused', 'requestTicket', {
  by: 'TICKET-1b',
  body: sampleWith('requestTicket', { grant_type: 'client_credentials' }),
  isStatusShown: false,
});

interaction(
  'AUTH-6 a ticket is asked for with client id and secret in the form, and no bearer token',
  'requestTicket',
  {
    blames: { status: 'TICKET-5', answer: 'TICKET-1' },
    answer: ticket,
    act: async ({ escrow, sent, example }) => {
      await escrow.payments.requestTicket({ shortId, buyerPhone: example.buyerPhone });

      expect(sent.at(-1)?.headers.has('authorization')).toBe(false);
      expect(sent.at(-1)?.headers.get('accept')).toBe('application/json');
    },
  },
);

refusal('AUTH-6 another client secret is refused', 'requestTicket', {
  by: 'AUTH-6a',
  body: sampleWith('requestTicket', { client_secret: 'not-the-secret' }),
  status: 401,
});
refusal('AUTH-6 an unknown client id is refused', 'requestTicket', {
  by: 'AUTH-6a',
  body: sampleWith('requestTicket', { client_id: 'client-that-nobody-has' }),
  status: 401,
});

interaction('TICKET-3 a buyer who declined gets no ticket, with the error consent_rejected', 'requestTicket', {
  given: given('a started payment whose buyer declined'),
  status: 400,
  answer: { error: 'consent_rejected' },
  act: async ({ escrow, example }) => {
    const refused = escrow.payments.requestTicket({ shortId, buyerPhone: example.buyerPhone });

    await expect(refused).rejects.toMatchObject({ code: 'consent_rejected', status: 400 });
  },
});

interaction('TICKET-4 a buyer who is not linked gets no ticket, with the error invalid_grant', 'requestTicket', {
  given: given('a started payment, and a phone number that nobody has'),
  request: (value) => ({ body: sampleWith('requestTicket', { login_hint: value('phoneNumber') }) }),
  status: 400,
  answer: { error: 'invalid_grant' },
  act: async ({ escrow, example }) => {
    const refused = escrow.payments.requestTicket({ shortId, buyerPhone: example.phoneNumber });

    await expect(refused).rejects.toMatchObject({ code: 'buyer_not_linked', status: 400 });
  },
});

interaction('TICKET-5 a buyer whose consent is pending gets a ticket', 'requestTicket', {
  blames: { answer: 'TICKET-1' },
  answer: ticket,
});

for (const by of ['consent link', 'one-time password', 'checkout login'] as const) {
  interaction(`USER-4 a buyer who declined and gave consent again by ${by} gets a ticket`, 'requestTicket', {
    given: given('a started payment whose buyer declined and came back', { by }),
    rules: ['TICKET-3'],
    blames: { answer: 'TICKET-1' },
    answer: ticket,
  });
}
