import { Buffer } from 'node:buffer';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2, APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { createLambdaHandler } from '../../src/adapters/lambda.ts';
import type { SignedRequest } from '../../src/signature/verify.ts';
import { createObservedReceiver, requestFor } from '../support/receiver.ts';

/** A request as an event of each version. */
const versions = [
  {
    name: 'a REST API, version 1',
    eventOf: ({ method, headers, body }: SignedRequest) =>
      ({
        httpMethod: method,
        headers: { 'Service-Signature': headers['service-signature'] },
        multiValueHeaders: { 'Service-Signature': [headers['service-signature']] },
        body,
        isBase64Encoded: false,
      }) as unknown as APIGatewayProxyEvent,
    repeat: (event: APIGatewayProxyEvent, value: string) => event.multiValueHeaders['Service-Signature']?.push(value),
  },
  {
    name: 'an HTTP API or a function URL, version 2',
    eventOf: ({ method, headers, body }: SignedRequest) =>
      ({
        version: '2.0',
        requestContext: { http: { method } },
        headers,
        body,
        isBase64Encoded: false,
      }) as unknown as APIGatewayProxyEventV2,
    repeat: (event: APIGatewayProxyEventV2, value: string) => {
      event.headers['service-signature'] += `,${value}`;
    },
  },
];

describe.each(versions)('$name', ({ eventOf, repeat }) => {
  async function handle(event: APIGatewayProxyEvent | APIGatewayProxyEventV2) {
    const observed = createObservedReceiver();
    const answer: APIGatewayProxyResult = await createLambdaHandler(observed.receiver)(event);
    return { ...answer, ...observed };
  }

  test('HOOK-3 a signed event is stored and answered with 200', async () => {
    const { statusCode, headers, body, inbox } = await handle(eventOf(requestFor()));

    expect({ statusCode, headers, body }).toEqual({
      statusCode: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'Received.\n',
    });
    expect(inbox.stored).toMatchObject([{ rawBody: requestFor().body }]);
  });

  test('HOOK-3 a body in base64 is decoded', async () => {
    const request = requestFor({ status: 'COMPLETED', note: 'é🟢' });
    const body = Buffer.from(request.body).toString('base64');

    const { statusCode, inbox } = await handle({ ...eventOf({ ...request, body }), isBase64Encoded: true });

    expect(statusCode).toBe(200);
    expect(inbox.stored).toMatchObject([{ rawBody: request.body }]);
  });

  test('HOOK-2 a header that was sent twice is answered with 401', async () => {
    const event = eventOf(requestFor());
    repeat(event as never, `sha256=${'0'.repeat(64)}`);

    const { statusCode, body } = await handle(event);

    expect([statusCode, body]).toEqual([401, expect.stringContaining('signature_repeated')]);
  });
});

test.each([null, {}])('HOOK-2 headers count if multiValueHeaders is %j', async (multiValueHeaders) => {
  const { receiver } = createObservedReceiver();
  const { method: httpMethod, headers, body } = requestFor();

  const answer = await createLambdaHandler(receiver)({ httpMethod, multiValueHeaders, headers, body });

  expect(answer.statusCode).toBe(200);
});

test.each([false, true])(
  'HOOK-2 a body of null is missing if its headers have a length (base64: %s)',
  async (isBase64Encoded) => {
    const { receiver } = createObservedReceiver();
    const { method: httpMethod, headers } = requestFor();

    const event = { httpMethod, headers: { ...headers, 'Content-Length': '71' }, body: null, isBase64Encoded };
    const answer = await createLambdaHandler(receiver)(event);

    expect(answer).toMatchObject({ statusCode: 500, body: expect.stringContaining('body_not_raw') });
  },
);

test('an event of another Lambda trigger is answered with 405', async () => {
  const { receiver } = createObservedReceiver();

  expect(await createLambdaHandler(receiver)({})).toMatchObject({ statusCode: 405 });
});
