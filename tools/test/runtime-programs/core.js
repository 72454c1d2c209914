import { constructEvent, sign, verify } from '@escrow-kit/webhooks';
import { equal, paid, secret, signature } from './web.js';

/** The main entry point, on node:crypto. */
export async function run() {
  const body = JSON.stringify(paid);
  equal(sign(body, secret), signature);
  equal(verify(new TextEncoder().encode(body), signature, secret).event.milestoneId, 'milestone-1');
  equal(verify(`${body} `, signature, secret).reason, 'signature_mismatch');
  equal(constructEvent(body, signature, secret).status, 'PAID');
}
