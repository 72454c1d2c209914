import { expect, test } from 'vitest';
import { sendRequest } from './send-request.ts';
import { statusOf } from './status-of.ts';
import { useOwnMock } from './use-mock.ts';

const { mock, lines } = useOwnMock();
const authorization = 'Bearer key_sandbox';
const userUrl = () => `${mock().url}/users/usr_1`;

test.each(['evil.example', '127.0.0.1.evil.example', '192.0.2.1', 'not/a host'])(
  'a request to the host %s is refused without an answer of the document',
  async (host) => {
    lines.length = 0;

    expect(await statusOf(userUrl(), { host, authorization })).toBe(403);
    expect(
      await statusOf(userUrl(), {
        host,
        authorization,
        origin: 'http://evil.example',
        'access-control-request-method': 'GET',
      }),
    ).toBe(403);
    expect(lines).toEqual([]);
  },
);

test.each(['127.0.0.1', 'localhost:4010', '[::1]', 'shop.localhost'])(
  'a request to the host %s is answered',
  async (host) => {
    expect(await statusOf(userUrl(), { host, authorization })).toBe(200);
  },
);

test('the log has operation, status and rule, and nothing that was sent', async () => {
  lines.length = 0;

  await sendRequest(mock(), 'GET /api/external/contracts/startPayment/milestone-9/client-9?redirectUrl=secret', {
    token: 'adm_sandbox',
  });

  expect(lines).toEqual(['startPayment 400 PAY-1a']);
});
