import { createHmac, randomBytes } from 'node:crypto';
import type { SignatureForm } from '../deployment/create-event-source.ts';
import { bodyOf, type EventToSend } from '../signature/signed-request.ts';
import type { TestRequest } from './send-request.ts';

/** What all milestone ids and references begin with. */
export const idPrefix = 'escrow-doctor-';

/** Makes the bodies and requests of one run. */
export interface TestEvents {
  /** The body of an event of a milestone of this run, PAID by default. */
  bodyOf(milestone: string, fields?: Partial<EventToSend>): string;
  /** The request for a body as the deployment sends it, signed with the secret or another one. */
  signed(body: string, secret?: string): TestRequest;
  /** The same with a signature that is not that of the body: `change` gets the right prefix and text. Undefined sends none. */
  withSignature(body: string, change: (prefix: string, text: string) => string | undefined): TestRequest;
}

/** The ids of each run are new, so that a second run repeats nothing of the first. */
export function createTestEvents({ secret, form }: { secret: string; form: SignatureForm }): TestEvents {
  const { header, algorithm, encoding, prefix } = form;
  const run = idPrefix + randomBytes(4).toString('hex');
  const digest = (body: string, key: string) => createHmac(algorithm, key).update(body).digest(encoding);
  const request = (body: string, signature?: string): TestRequest => ({
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { [header]: signature }) },
    body,
  });
  return {
    bodyOf(milestone, { status = 'PAID', ...fields } = {}) {
      const milestoneId = `${run}-${milestone}`;
      return bodyOf({
        event: { milestoneId, status, referenceId: `${milestoneId}-${status.toLowerCase()}`, ...fields },
      });
    },
    signed: (body, key = secret) => request(body, prefix + digest(body, key)),
    withSignature: (body, change) => request(body, change(prefix, digest(body, secret))),
  };
}
