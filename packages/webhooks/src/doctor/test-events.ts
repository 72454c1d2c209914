import { createHmac, randomBytes } from 'node:crypto';
import { standardHeaders, webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import type { SignatureForm } from '../signature/signature-form.ts';
import { bodyOf, type EventToSend } from '../signature/signed-request.ts';
import type { TestRequest } from './send-request.ts';

/** What all milestone ids and references begin with. */
export const idPrefix = 'escrow-doctor-';

/** Makes the text of a signature from the right prefix and text. Undefined sends none. */
type Change = (prefix: string, text: string) => string | undefined;

const standardHeader = 'webhook-signature';
const standardPrefix = 'v1,';

/** Makes the bodies and requests of one run. */
export interface TestEvents {
  /** The body of an event of a milestone of this run, PAID by default. */
  bodyOf(milestone: string, fields?: Partial<EventToSend>): string;
  /** The request for a body as the deployment sends it, signed with the secret or another one. */
  signed(body: string, secret?: string): TestRequest;
  /** The same with a signature that is not that of the body. */
  withSignature(body: string, change: Change): TestRequest;
}

/** What signs the events. */
export interface Signing {
  secret: string;
  /** How the service signs. */
  form: SignatureForm;
  /** Whether the headers that the relay adds are sent as well. They are signed with the same secrets. */
  isRelayed: boolean;
}

/** The ids of each run are new, so that a second run repeats nothing of the first. */
export function createTestEvents({ secret, form, isRelayed }: Signing): TestEvents {
  const { header, encoding, prefix } = form;
  const run = idPrefix + randomBytes(4).toString('hex');
  const digest = (body: string, key: string) => createHmac('sha256', key).update(body).digest(encoding);
  function request(body: string, change: Change, key = secret): TestRequest {
    const added = isRelayed ? standardHeaders(body, { id: webhookIdOf(body), secrets: [key], now: new Date() }) : {};
    const standard = added[standardHeader]?.slice(standardPrefix.length);
    const headers = {
      'content-type': 'application/json',
      ...added,
      [header]: change(prefix, digest(body, key)),
      [standardHeader]: standard && change(standardPrefix, standard),
    };
    return { headers, body };
  }
  return {
    bodyOf(milestone, { status = 'PAID', ...fields } = {}) {
      const milestoneId = `${run}-${milestone}`;
      return bodyOf({
        event: { milestoneId, status, referenceId: `${milestoneId}-${status.toLowerCase()}`, ...fields },
      });
    },
    signed: (body, key) => request(body, (before, text) => before + text, key),
    withSignature: (body, change) => request(body, change),
  };
}
