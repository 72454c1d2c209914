import { createFetchHandler } from '@escrow-kit/webhooks/fetch';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createWebhookReceiver, reconcile, sign, signedRequest, verify } from '@escrow-kit/webhooks/web';

export const secret = 'whsec_sandbox';
export const paid = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };

/** printf %s '{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}' | openssl dgst -sha256 -hmac whsec_sandbox */
export const signature = 'sha256=b4eb3447e2099d05ffd46043a0dfd9b15e5a57d0aedef8be7abe3324875af0a3';

/** Throws if two values differ. Not every runtime has an assert. */
export function equal(actual, expected) {
  if (actual !== expected) throw new Error(`expected ${expected}, got ${actual}`);
}

const body = JSON.stringify(paid);

/** Everything that works without Node: Web Crypto, the receiver, the fetch adapter, the memory inbox. */
export async function run() {
  equal(await sign(body, secret), signature);
  equal((await verify(body, signature, ['new', secret])).secretIndex, 1);
  equal((await verify(`${body} `, signature, secret)).reason, 'signature_mismatch');
  await receiveInto(createMemoryInbox());
}

/** An event that is sent twice is handled once; what is not signed is refused. */
export async function receiveInto(inbox) {
  let resolve;
  const handled = new Promise((handle) => {
    resolve = handle;
  });
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: resolve } });
  const POST = createFetchHandler(receiver);
  const send = async (request) => (await POST(new Request('https://shop.example/webhooks', request))).status;
  const request = await signedRequest({ body, secret });
  equal(await send(request), 200);
  equal(await send(request), 200);
  equal(await send({ ...request, body: `${body} ` }), 401);

  receiver.start();
  equal((await handled).milestoneId, 'milestone-1');
  await receiver.stop();
  equal((await inbox.find({ status: 'done' })).length, 1);
  const { missing } = await reconcile({ inbox, expected: [{ milestoneId: 'milestone-1', status: 'COMPLETED' }] });
  equal(missing.length, 1);
}
