import { Buffer } from 'node:buffer';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2, APIGatewayProxyResult } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { createLambdaHandler } from '../../src/adapters/lambda.ts';
import type { SignedRequest } from '../../src/signature/verify.ts';
import { startEndpoint } from '../support/endpoint.ts';
import { examine } from '../support/examine.ts';
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

  test('HOOK-2 HOOK-3 HOOK-7 HOOK-8 the doctor finds nothing behind a gateway', async () => {
    const { receiver } = createObservedReceiver();
    const handler = createLambdaHandler(receiver);
    const url = await startEndpoint({
      async answer(message, response) {
        const headers = message.headers as SignedRequest['headers'];
        const event = eventOf({ method: 'POST', headers, body: await text(message) });
        const { statusCode, body } = await handler(event);
        response.writeHead(statusCode).end(body);
      },
    });

    expect(await examine(url)).toMatchObject({ fault: [], hint: [], not_checked: [] });
  });

  test.each([undefined, null, ''])('HOOK-2 the body %o is refused', async (body) => {
    const { statusCode } = await handle({ ...eventOf(requestFor()), body } as APIGatewayProxyEvent);

    expect(statusCode).toBe(401);
  });

  test('another method is answered with 405', async () => {
    const { statusCode, headers } = await handle(eventOf({ ...requestFor(), method: 'GET' as 'POST' }));

    expect([statusCode, headers?.['allow']]).toEqual([405, 'POST']);
  });
});

test.each([{}, null])('HOOK-2 if multiValueHeaders is %o, headers count', async (multiValueHeaders) => {
  const { receiver, inbox } = createObservedReceiver();
  const { method: httpMethod, headers, body } = requestFor();

  const { statusCode } = await createLambdaHandler(receiver)({ httpMethod, multiValueHeaders, headers, body });

  expect(statusCode).toBe(200);
  expect(inbox.stored).toHaveLength(1);
});

test('an event of another Lambda trigger is answered with 405', async () => {
  const { receiver } = createObservedReceiver();

  expect(await createLambdaHandler(receiver)({})).toMatchObject({ statusCode: 405 });
});
