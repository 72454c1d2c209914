import { createHmac } from 'node:crypto';
import type { RuleImplementations } from '@escrow-kit/sandbox/testing';
import type { Mutant } from '../mutant.ts';
import { rename } from '../ways.ts';

/** Sends another body, signed as it is sent. */
const changeEvent =
  (change: (event: Record<string, unknown>) => unknown): Mutant['replace'] =>
  ({ prepareWebhook }) => ({
    prepareWebhook: (request) =>
      prepareWebhook({ ...request, body: JSON.stringify(change(JSON.parse(request.body) as Record<string, unknown>)) }),
  });

/** Changes the headers of an event. */
const changeSignature =
  (change: (signature: string, bytes: Buffer, secret: string) => Record<string, string>): Mutant['replace'] =>
  ({ prepareWebhook }: RuleImplementations) => ({
    prepareWebhook: (request) => {
      const parts = prepareWebhook(request);
      const { 'service-signature': signature = '', ...headers } = parts.headers;
      return { ...parts, headers: { ...headers, ...change(signature, parts.bytes, request.webhookSecret) } };
    },
  });

const hmac = (bytes: Buffer | string, secret: string) => createHmac('sha256', secret).update(bytes).digest('hex');

/** Sandboxes that are wrong about the events that they send. */
export const brokenWebhooks: Mutant[] = [
  {
    rule: 'HOOK-1',
    does: 'calls the milestone of an event milestoneId',
    replace: changeEvent((event) => rename(event, 'contractId', 'milestoneId')),
  },
  {
    rule: 'HOOK-1',
    does: 'calls the parent contractId in an event, and the milestone milestoneId',
    replace: changeEvent((event) => ({ ...event, contractId: 'a-parent', milestoneId: event['contractId'] })),
  },
  {
    rule: 'HOOK-1',
    does: 'names the parent in an event',
    replace: changeEvent((event) => ({ ...event, contractId: 'a-parent' })),
  },
  {
    rule: 'HOOK-1',
    does: 'writes the status of an event in lower case',
    replace: changeEvent((event) => ({ ...event, status: String(event['status']).toLowerCase() })),
  },
  {
    rule: 'HOOK-1',
    does: 'writes the reference of an event as a number',
    replace: changeEvent((event) => ({ ...event, referenceId: 1 })),
  },
  {
    rule: 'HOOK-1',
    does: 'wraps an event in data',
    replace: changeEvent((event) => ({ data: event })),
  },
  {
    rule: 'HOOK-2',
    does: 'signs other bytes than it sends',
    replace: changeSignature((_, bytes, secret) => ({
      'service-signature': `sha256=${hmac(JSON.stringify(JSON.parse(bytes.toString()), null, 1), secret)}`,
    })),
  },
  {
    rule: 'HOOK-2',
    does: 'signs with another key',
    replace: changeSignature((_, bytes) => ({ 'service-signature': `sha256=${hmac(bytes, 'another')}` })),
  },
  {
    rule: 'HOOK-2',
    does: 'does not name the algorithm of a signature',
    replace: changeSignature((signature) => ({ 'service-signature': signature.replace('sha256=', '') })),
  },
  {
    rule: 'HOOK-2',
    does: 'has another header for the signature',
    replace: changeSignature((signature) => ({ 'x-signature': signature })),
  },
  {
    rule: 'HOOK-4',
    does: 'tries a failed delivery again after 1, 2 and 3 seconds',
    replace: () => ({
      nextAttemptAt: (attempts, endedAt) => (attempts < 4 ? endedAt + attempts * 1000 : undefined),
    }),
  },
  {
    rule: 'HOOK-4',
    does: 'does not try a failed delivery again',
    replace: () => ({ nextAttemptAt: () => undefined }),
  },
];
