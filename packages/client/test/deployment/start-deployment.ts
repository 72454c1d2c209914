import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../support/listen.ts';

/** The answers to calls, whose contract has any id. */
const answers: Record<string, [status: number, body: unknown]> = {
  'POST /realms/service/service-partner/customers': [200, { serviceUserId: 1, userIdentification: '2' }],
  'POST /api/users/external/1/banks': [200, {}],
  'POST /api/sessions': [201, { data: { accessToken: 'session-1', expiresIn: 600 } }],
  'POST /api/external/contracts': [200, { data: { id: 'c', type: 'X', senderRole: 'PROVIDER', status: 'DRAFT' } }],
  'PATCH /api/external/contracts/{id}/milestones': [
    200,
    {
      data: {
        parentContractId: 'c',
        milestones: [{ id: 'm', itemPrice: 100, fee: '4.00', feePercentage: 0.04, status: 'DRAFT' }],
      },
    },
  ],
  'PATCH /api/external/contracts/{id}/parties': [200, {}],
  'GET /api/contracts/{id}': [200, { data: { id: 'c', status: 'OPEN', milestones: [{ id: 'm', status: 'FUNDED' }] } }],
  'POST /api/contracts/{id}/release': [200, { data: { releaseId: 'release-1' } }],
};

/** A request that the deployment received. */
interface SentCall {
  call: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** Starts the deployment of dialect.overlay.yaml, until the test is over. */
export async function startDeployment(): Promise<{ url: string; sent: SentCall[] }> {
  const sent: SentCall[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, url = '', headers } = request;
    sent.push({ call: `${method} ${url}`, headers, body: JSON.parse(body || '{}') });
    const [status, answer] = answers[`${method} ${url.replace(/(?<=\/contracts\/)[^/]+/, '{id}')}`] ?? [404, {}];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return { url: await listen(server), sent };
}
