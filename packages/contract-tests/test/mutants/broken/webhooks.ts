import { createHmac } from 'node:crypto';
import { type Fault, type Faults, rename } from '../ways.ts';

/** Sends another body, signed as it is sent. */
const changeEvent = (change: (event: Record<string, unknown>) => unknown): Fault => ({
  replace: ({ prepareWebhook }) => ({
    prepareWebhook: (request) =>
      prepareWebhook({ ...request, body: JSON.stringify(change(JSON.parse(request.body) as Record<string, unknown>)) }),
  }),
});

/** Changes the headers of an event. */
const changeSignature = (
  change: (signature: string, bytes: Buffer, secret: string) => Record<string, string>,
): Fault => ({
  replace: ({ prepareWebhook }) => ({
    prepareWebhook: (request) => {
      const parts = prepareWebhook(request);
      const { 'service-signature': signature = '', ...headers } = parts.headers;
      return { ...parts, headers: { ...headers, ...change(signature, parts.bytes, request.webhookSecret) } };
    },
  }),
});

const hmac = (bytes: Buffer | string, secret: string) => createHmac('sha256', secret).update(bytes).digest('hex');

/** Sandboxes that are wrong about the events that they send. */
export const brokenWebhooks: Faults = {
  'HOOK-1 calls the milestone of an event milestoneId': changeEvent((event) =>
    rename(event, 'contractId', 'milestoneId'),
  ),
  'HOOK-1 calls the parent contractId in an event, and the milestone milestoneId': changeEvent((event) => ({
    ...event,
    contractId: 'a-parent',
    milestoneId: event['contractId'],
  })),
  'HOOK-1 names the parent in an event': changeEvent((event) => ({ ...event, contractId: 'a-parent' })),
  'HOOK-1 writes the status of an event in lower case': changeEvent((event) => ({
    ...event,
    status: String(event['status']).toLowerCase(),
  })),
  'HOOK-1 writes the reference of an event as a number': changeEvent((event) => ({ ...event, referenceId: 1 })),
  'HOOK-1 wraps an event in data': changeEvent((data) => ({ data })),
  'HOOK-2 signs other bytes than it sends': changeSignature((_, bytes, secret) => ({
    'service-signature': `sha256=${hmac(JSON.stringify(JSON.parse(bytes.toString()), null, 1), secret)}`,
  })),
  'HOOK-2 signs with another key': changeSignature((_, bytes) => ({
    'service-signature': `sha256=${hmac(bytes, 'another')}`,
  })),
  'HOOK-2 does not name the algorithm of a signature': changeSignature((signature) => ({
    'service-signature': signature.replace('sha256=', ''),
  })),
  'HOOK-2 has another header for the signature': changeSignature((signature) => ({ 'x-signature': signature })),
  'HOOK-4 tries a failed delivery again after 1, 2 and 3 seconds': {
    replace: () => ({
      nextAttemptAt: (attempts, endedAt) => (attempts < 4 ? endedAt + attempts * 1000 : undefined),
    }),
  },
  'HOOK-4 does not try a failed delivery again': { replace: () => ({ nextAttemptAt: () => undefined }) },
};
