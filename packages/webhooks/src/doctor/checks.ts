import { randomBytes } from 'node:crypto';
import type { TestRequest } from './send-request.ts';
import type { TestEvents } from './test-events.ts';

/**
 * - `received`: 200
 * - `accepted`: 200; any other success is told of once, by `received`
 * - `prompt`: the same, at once
 * - `refused`: 401, or any other 4xx; an error, a redirect or no answer at all is no refusal
 * - `answered`: 200 or 4xx
 */
export type Expectation = 'received' | 'accepted' | 'prompt' | 'refused' | 'answered';

/** Why an answer is expected: the rule says it, implies it, or leaves it open. */
type Basis = 'stated' | 'implied' | 'our choice';

/** One thing that can happen to an endpoint. */
export interface Check {
  name: string;
  expects: Expectation;
  rule: string;
  basis: Basis;
  /** What is sent and why the answer is expected, in one line. */
  reason: string;
  /** The check says nothing unless the endpoint passes this one. All need the first. */
  needs?: string;
  /** Sent one group after another; the requests of a group at once. `burst` is how many come at once at most. */
  requests(events: TestEvents, burst: number): TestRequest[][];
}

/** HMAC fills a key up with zeros, so a zero is the empty key, which the library of Standard Webhooks does not take. */
const emptySecret = '\0';
const largeBodyInBytes = 65_536;

/** How many events come at once. */
export const usualBurst = 200;

/** In the order in which they are made. */
export const checks: readonly Check[] = [
  {
    name: 'signed',
    expects: 'received',
    rule: 'HOOK-3',
    basis: 'stated',
    reason: 'PAID, signed: the receiver answers 200 at once and works later',
    requests: (events) => [[events.signed(events.bodyOf('signed'))]],
  },
  {
    name: 'forged',
    expects: 'refused',
    rule: 'HOOK-2',
    basis: 'stated',
    reason: 'signed with another secret: a request that does not match is refused',
    requests: (events) => [[events.signed(events.bodyOf('forged'), randomBytes(16).toString('hex'))]],
  },
  {
    name: 'unsigned',
    expects: 'refused',
    rule: 'AUTH-13',
    basis: 'stated',
    reason: 'no signature, which alone authenticates an event',
    requests: (events) => [[events.withSignature(events.bodyOf('unsigned'), () => undefined)]],
  },
  {
    name: 'keyless',
    expects: 'refused',
    rule: 'HOOK-2',
    basis: 'stated',
    reason: 'signed with an empty secret, as if the variable with the secret were not set',
    requests: (events) => [[events.signed(events.bodyOf('keyless'), emptySecret)]],
  },
  {
    name: 'cut',
    expects: 'refused',
    rule: 'HOOK-2',
    basis: 'stated',
    reason: 'half of the right signature, which must be compared as a whole',
    requests: (events) => [
      [events.withSignature(events.bodyOf('cut'), (prefix, text) => prefix + text.slice(0, text.length / 2))],
    ],
  },
  {
    name: 'altered',
    expects: 'refused',
    rule: 'HOOK-2',
    basis: 'stated',
    reason: 'spaces added after signing: what is signed is the raw body',
    requests(events) {
      const request = events.signed(events.bodyOf('altered'));
      return [[{ ...request, body: spread(request.body) }]];
    },
  },
  {
    name: 'rewritten',
    expects: 'accepted',
    rule: 'HOOK-2',
    basis: 'stated',
    reason: 'JSON in other words, rightly signed: what is signed is the raw body',
    requests: (events) => [[events.signed(rewrite(events.bodyOf('rewritten')))]],
  },
  {
    name: 'upper-case',
    expects: 'accepted',
    rule: 'HOOK-2',
    basis: 'our choice',
    reason: 'hex digits in upper case: which case the service sends is not shown',
    requests: (events) => [
      [events.withSignature(events.bodyOf('upper-case'), (prefix, text) => prefix + text.toUpperCase())],
    ],
  },
  {
    name: 'repeated',
    expects: 'accepted',
    rule: 'HOOK-7',
    basis: 'implied',
    reason: 'an event twice, and another twice at the same moment: an event whose answer is lost is sent again',
    requests(events) {
      const request = events.signed(events.bodyOf('repeated'));
      const twin = events.signed(events.bodyOf('repeated-at-once'));
      return [[request], [request], [twin, twin]];
    },
  },
  {
    name: 're-ordered',
    expects: 'accepted',
    rule: 'HOOK-7',
    basis: 'implied',
    reason: 'COMPLETED of a milestone before its PAID: no order is promised',
    requests: (events) => [[events.signed(events.bodyOf('order', { status: 'COMPLETED' }))]],
  },
  {
    name: 'late',
    expects: 'accepted',
    rule: 'HOOK-7',
    basis: 'implied',
    reason: 'PAID of the same milestone, after its COMPLETED',
    needs: 're-ordered',
    requests: (events) => [[events.signed(events.bodyOf('order'))]],
  },
  {
    name: 'unknown-status',
    expects: 'accepted',
    rule: 'HOOK-8',
    basis: 'our choice',
    reason: 'a status of tomorrow: refused, it would be lost',
    requests: (events) => [[events.signed(events.bodyOf('unknown-status', { status: 'ESCROW_DOCTOR_TEST' }))]],
  },
  {
    name: 'extra-fields',
    expects: 'accepted',
    rule: 'HOOK-8',
    basis: 'our choice',
    reason: 'COMPLETED with more fields: its payload is not shown beyond the status',
    needs: 're-ordered',
    requests(events) {
      const fields = { status: 'COMPLETED', escrowDoctorTest: { amounts: [0.1, null, true], note: 'مرحلة 🟢' } };
      return [[events.signed(events.bodyOf('extra-fields', fields))]];
    },
  },
  {
    name: '64-kB',
    expects: 'accepted',
    rule: 'HOOK-8',
    basis: 'our choice',
    reason: 'a body of 65,536 bytes, most of them spaces: the largest one is not shown',
    needs: 'rewritten',
    requests(events) {
      const body = events.bodyOf('64-kB');
      return [[events.signed(`{${' '.repeat(largeBodyInBytes - body.length)}${body.slice(1)}`)]];
    },
  },
  {
    name: 'slow-body',
    expects: 'accepted',
    rule: 'HOOK-2',
    basis: 'our choice',
    reason: 'a body in two halves, a second apart: how it arrives is not shown',
    requests: (events) => [[{ ...events.signed(events.bodyOf('slow-body')), isSlow: true }]],
  },
  {
    name: 'content-type',
    expects: 'answered',
    rule: 'HOOK-1',
    basis: 'our choice',
    reason: 'rightly signed, as text/html: the service sends JSON, any other may be refused',
    requests(events) {
      const { headers, body } = events.signed(events.bodyOf('content-type'));
      return [[{ headers: { ...headers, 'content-type': 'text/html' }, body }]];
    },
  },
  {
    name: 'prompt',
    expects: 'prompt',
    rule: 'HOOK-3',
    basis: 'our choice',
    reason: 'PAID, signed: answered within a second; how slow an answer may be is not shown',
    requests: (events) => [[events.signed(events.bodyOf('prompt'))]],
  },
  {
    name: 'burst',
    expects: 'accepted',
    rule: 'HOOK-3',
    basis: 'our choice',
    reason: '200 events at once, each signed: how many come at once is not shown',
    requests: (events, burst) => [
      Array.from({ length: burst }, (_, index) => events.signed(events.bodyOf(`burst-${index}`))),
    ],
  },
];

const spread = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** The same JSON with other spaces, another order of its keys, and an escaped character. */
function rewrite(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>).toReversed();
  return `${JSON.stringify(Object.fromEntries(fields), null, 4).replace('escrow-', 'escrow\\u002d')}\n`;
}
