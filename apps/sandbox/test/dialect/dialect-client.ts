import { createPageClient, headingOf, type PageAnswer } from '../support/page-client.ts';

/** An answer in the dialect. */
interface DialectAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the bodies of answers
  body: any;
}

/**
 * A client as a deployment's own programmers would write it, by plain `fetch` and without this kit: it logs in by a form, signs people
 * up with the client admin token, sends contracts as the seller, and says of every party whether it is the sender.
 */
export function createDialectClient(url: string) {
  async function send(method: string, path: string, sent: RequestInit): Promise<DialectAnswer> {
    const response = await fetch(`${url}${path}`, { method, ...sent });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  const sendForm = (path: string, fields: Record<string, string>) =>
    send('POST', path, { body: new URLSearchParams(fields) });

  const sendJson = (method: string, path: string, token: string, body: object) =>
    send(method, path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const terms = { currency: 'SAR', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER', serviceTermsAccepted: true };
  const itemDetail = { title: 'A handmade table', description: 'Oak, oiled' };

  return {
    logIn: (grantType: string) =>
      sendForm('/oauth/token', { grant_type: grantType, username: 'admin@shop.example', password: 'sandbox-secret' }),

    signUp: (token: string, phoneNumber: string) =>
      sendJson('POST', '/v2/api/users/sign-up', token, {
        phoneNumber,
        firstName: 'Made',
        lastName: 'Up',
        clientUserId: `user of ${phoneNumber}`,
      }),

    addPayoutDetails: async (token: string, userId: number) => [
      await sendJson('POST', `/api/users/external/${userId}/banks`, token, {
        iban: 'SA0380000000608010167519',
        currency: 'SAR',
        beneficiaryName: 'Made Up',
        nationalId: '1000000008',
      }),
      await sendJson('POST', `/api/external/profiles/${userId}/addresses`, token, {
        addressLabel: 'HOME',
        countryCode: 'SA',
      }),
    ],

    createContract: (token: string) =>
      sendJson('POST', '/api/external/contracts', token, {
        ...terms,
        itemDetail,
        type: 'COMPLEX_CONTRACT',
        senderRole: 'PROVIDER',
        contractClassification: 'BASIC',
        itemPrice: 0,
        isParent: true,
      }),

    addMilestone: (token: string, contractId: string) =>
      sendJson('PATCH', `/api/external/contracts/${contractId}/milestones`, token, {
        milestones: [
          {
            ...terms,
            itemDetail,
            type: 'MILESTONE_CONTRACT',
            senderRole: 'PROVIDER',
            itemPrice: 100,
            deadLine: '2030-01-01T00:00:00Z',
          },
        ],
      }),

    addParties: (token: string, contractId: string, milestoneId: string, [buyer, seller]: [string, string]) =>
      sendJson('PATCH', `/api/external/contracts/${contractId}/parties`, token, {
        mileStonesParties: {
          [milestoneId]: [
            { phoneNumber: buyer, role: 'CUSTOMER', amount: 100, arbitrator: false, isSender: false },
            { phoneNumber: seller, role: 'PROVIDER', amount: 90, arbitrator: false, isSender: true },
            { phoneNumber: '+966500000009', role: 'BROKER', amount: 10, arbitrator: true, isSender: true },
          ],
        },
      }),

    startPayment: (token: string, milestoneId: string) => {
      const query = new URLSearchParams({ redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' });
      const path = `/api/external/contracts/startPayment/${milestoneId}/sandbox-client?${query}`;
      return send('GET', path, { headers: { authorization: `Bearer ${token}` } });
    },

    requestTicket: (checkoutUrl: string, buyer: string) =>
      sendForm('/realms/service/protocol/openid-connect/token', {
        grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
        client_id: 'sandbox-client',
        client_secret: 'sandbox-secret',
        login_hint: buyer,
        scope: `payment:${/\/external\/([^/?]+)/.exec(checkoutUrl)?.[1]}`,
      }),

    /** The buyer's browser: gives the missing consent and pays by card. Returns the headings of the pages. */
    async pay(checkoutUrl: string, ticket: string): Promise<string[]> {
      const browser = createPageClient({ url });
      const pages: PageAnswer[] = [await browser.open(`${checkoutUrl}&ticket=${encodeURIComponent(ticket)}`)];
      for (const fields of [{ step: 'giveConsent' }, { step: 'pay', method: 'CREDIT_CARD', outcome: 'succeeds' }]) {
        pages.push(await browser.submit(pages.at(-1) as PageAnswer, fields));
      }
      return pages.map(headingOf);
    },
  };
}
