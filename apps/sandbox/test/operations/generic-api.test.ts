import { expect, test } from 'vitest';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

test('UAPI-7 a contract is accepted, and read with the milestones that were written to it', async () => {
  const created = await send(sandbox(), 'createGenericContract', { body: { title: 'Any', id: 'mine' } });
  const id: string = created.body.data.id;
  const path = { id, milestoneId: 'first/1' };
  await send(sandbox(), 'updateGenericMilestone', { path, body: { amount: 1 } });
  await send(sandbox(), 'updateGenericMilestone', { path, body: { amount: 2 } });

  const { body } = await send(sandbox(), 'getGenericContract', { path: { id } });

  expect(id).toMatch(/^record_/);
  const data = { id, title: 'Any', milestones: [{ id: 'first/1', amount: 2 }] };
  expect(body).toMatchObject({ success: true, data, meta: { request_id: expect.any(String) } });
});

test('UAPI-7 a virtual IBAN is accepted, with right check digits', async () => {
  const { iban } = (await send(sandbox(), 'createVirtualIban')).body.data;

  expect(iban).toMatch(/^SA\d{22}$/);
  expect(BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n).toBe(1n);
});

test('UAPI-7 webhooks are accepted, listed and deleted', async () => {
  const first = await send(sandbox(), 'createWebhook', { body: { url: 'https://shop.example/1' } });
  const second = await send(sandbox(), 'createWebhook', { body: { url: 'https://shop.example/2' } });
  await send(sandbox(), 'deleteWebhook', { path: { id: first.body.data.id } });

  const { body } = await send(sandbox(), 'listWebhooks');

  // Other tests of this sandbox may have left some.
  expect(body.data.webhooks).toContainEqual(second.body.data);
  expect(body.data.webhooks).not.toContainEqual(first.body.data);
});

test('UAPI-7 unknown ids, and ids of another kind, are refused', async () => {
  const { body } = await send(sandbox(), 'createPayment');
  const path = { id: body.data.id, milestoneId: 'first' };

  const answers = await Promise.all([
    send(sandbox(), 'getGenericContract', { path }),
    send(sandbox(), 'updateGenericMilestone', { path, body: {} }),
    send(sandbox(), 'deleteWebhook', { path }),
    send(sandbox(), 'getPayment', { path: { id: 'unknown' } }),
  ]);

  expect(answers).toMatchObject(Array(4).fill({ status: 404, body: { rule: 'ERR-1b' } }));
});

test.each(['createGenericContract', 'createPayment', 'createVirtualIban', 'createWebhook'] as const)(
  'UAPI-7 %s with any JSON or no body is accepted, and anything but an object is stored as body',
  async (id) => {
    const bodies = [[], [{ amount: 1 }], 'text', 1, false, null];

    const answers = await Promise.all(bodies.map((body) => send(sandbox(), id, { body })));
    const withoutBody = await send(sandbox(), id);

    expect(answers.map(({ body }) => body.data.body)).toEqual(bodies);
    expect([withoutBody.status, 'body' in withoutBody.body.data]).toEqual([200, false]);
  },
);

test('UAPI-7 a payment is accepted and read, also with names that have a special meaning', async () => {
  const rawBody = '{"__proto__":{"admin":true},"constructor":1,"toString":2}';
  const created = await send(sandbox(), 'createPayment', { rawBody });

  const { text } = await send(sandbox(), 'getPayment', { path: { id: created.body.data.id } });

  expect(text).toContain(rawBody.slice(1, -1));
});
