import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../support/fault-server.ts';

/** The answers to calls, by method and path without its query. */
export type Answers = Record<string, [status: number, body: unknown]>;

/** The answers of the service itself to the main job, whose contract is `c` and whose milestone is `m`. */
export const mainJobAnswers: Answers = {
  'POST /realms/service/service-partner/customers': [200, { serviceUserId: 1, userIdentification: 2 }],
  'POST /api/users/external/1/banks': [200, {}],
  'POST /api/external/contracts': [200, { data: { id: 'c', type: 'X', senderRole: 'BROKER', status: 'CREATED' } }],
  'PATCH /api/external/contracts/c/milestones': [
    200,
    {
      data: {
        parentContractId: 'c',
        milestones: [{ id: 'm', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' }],
      },
    },
  ],
  'PATCH /api/external/contracts/c/parties': [200, {}],
  'GET /api/external/contracts/startPayment/m/shop': [
    200,
    { data: 'https://checkout.escrow.example/external/aB3xK9?client_id=shop' },
  ],
  'POST /realms/service/protocol/openid-connect/token': [200, { ticket: 'ticket-1', expiresIn: 300 }],
  'POST /v2/api/users/sign-up': [200, { data: { id: 'user-1', clientUserToken: 'user-password' } }],
};

/** A request that the deployment received. */
interface SentCall {
  call: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** The fields of its JSON, or of its form. */
  body: Record<string, unknown>;
}

/** Starts a deployment with these answers, until the test is over. */
export async function startDeployment(answers: Answers): Promise<{ url: string; sent: SentCall[] }> {
  const sent: SentCall[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://deployment');
    const call = `${method} ${pathname}`;
    const isForm = headers['content-type']?.includes('form') === true;
    const fields = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body || '{}');
    sent.push({ call, query: Object.fromEntries(searchParams), headers, body: fields });
    const [status, answer] = answers[call] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return { url: await listen(server), sent };
}
