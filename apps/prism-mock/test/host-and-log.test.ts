import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startPrismMock } from '../src/index.ts';
import { sendRequest } from './send-request.ts';
import { useOwnMock } from './use-mock.ts';

const { mock, lines } = useOwnMock();

test.each(['evil.example', '127.0.0.1.evil.example', '192.0.2.1', 'not/a host'])(
  'a request to the host %s is refused without an answer of the document',
  async (host) => {
    lines.length = 0;

    expect(await statusOf(mock().url, { host })).toBe(403);
    expect(
      await statusOf(mock().url, { host, origin: 'http://evil.example', 'access-control-request-method': 'GET' }),
    ).toBe(403);
    expect(lines).toEqual([]);
  },
);

test.each(['127.0.0.1', 'localhost:4010', '[::1]', 'shop.localhost'])(
  'a request to the host %s is answered',
  async (host) => {
    expect(await statusOf(mock().url, { host })).toBe(200);
  },
);

test('a mock that other machines reach answers to any host', async () => {
  const shared = await startPrismMock({ port: 0, host: '0.0.0.0' });

  expect(await statusOf(shared.url.replace('0.0.0.0', '127.0.0.1'), { host: 'mock:4010' })).toBe(200);

  await shared.close();
});

test('the log has operation, status and rule, and nothing that was sent', async () => {
  lines.length = 0;

  await sendRequest(mock(), 'GET /api/external/contracts/startPayment/milestone-9/client-9?redirectUrl=secret', {
    token: 'adm_sandbox',
  });

  expect(lines).toEqual(['startPayment 400 PAY-1a']);
});

/** Asks for a user, with headers that fetch would not let a program set. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const method = headers['access-control-request-method'] ? 'OPTIONS' : 'GET';
  return new Promise((resolve, reject) => {
    const sent = { authorization: 'Bearer key_sandbox', ...headers };
    request(`${url}/users/usr_1`, { method, headers: sent, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}
