import { createHmac, randomBytes } from 'node:crypto';
import type { PostOptions } from '../post.ts';
import { standardHeaders, webhookIdOf } from '../signature/standard-webhooks.ts';
import { bodyOf, type EventToSend, type SignatureForm } from '../signature/verify.ts';

/** What is right, and the rule that says so, implies it, or leaves it open. */
interface Expectation {
  rule: string;
  basis: 'stated' | 'implied' | 'our choice';
  /** As the report says it. */
  status: string;
  isRight(status: number): boolean;
  /** Any other right status is a hint. */
  usual?: number;
  /** Whether a late answer is wrong. */
  isPrompt?: true;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const isRefusal = (status: number): boolean => status >= 400 && status < 500;

type Expect = (rule: string, basis: Expectation['basis']) => Expectation;
const accepted: Expect = (rule, basis) => ({ rule, basis, status: '200', isRight: isSuccess });
/** An error, a redirect or no answer at all is no refusal. */
const refused: Expect = (rule, basis) => ({ rule, basis, status: '401 or 4xx', isRight: isRefusal });

/** One thing that can happen to an endpoint. */
export interface Check {
  expects: Expectation;
  /** What is sent and why the answer is expected, in one line. */
  reason: string;
  /** The check says nothing unless the endpoint passes this one. All need the first. */
  needs?: string;
  /** Sent one after another; those of a list at once. `burst` is how many come at once at most. */
  requests(events: TestEvents, burst: number): (TestRequest | TestRequest[])[];
}

/** A request to an endpoint. */
export interface TestRequest extends Pick<PostOptions, 'headers' | 'body'> {
  /** Pauses in the middle of the body. */
  isSlow?: boolean;
}

/** By name, in the order in which they are made. */
export const checks: Readonly<Record<string, Check>> = {
  signed: {
    // Another success than 200 is told once, here.
    expects: { ...accepted('HOOK-3', 'stated'), usual: 200 },
    reason: 'PAID, signed: the receiver answers 200 at once and works later',
    requests: ({ signed, event }) => [signed(event('signed'))],
  },
  forged: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'signed with another secret: a request that does not match is refused',
    requests: ({ signed, event }) => [signed(event('forged'), { key: randomBytes(16).toString('hex') })],
  },
  unsigned: {
    expects: refused('AUTH-13', 'stated'),
    reason: 'no signature, which alone authenticates an event',
    requests: ({ signed, event }) => [signed(event('unsigned'), { change: () => undefined })],
  },
  keyless: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'signed with an empty secret, as if the variable with the secret were not set',
    // HMAC fills a key up with zeros, so a zero is the empty key.
    requests: ({ signed, event }) => [signed(event('keyless'), { key: '\0' })],
  },
  cut: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'half of the right signature, which must be compared as a whole',
    requests: ({ signed, event }) => [signed(event('cut'), { change: (text) => text.slice(0, text.length / 2) })],
  },
  altered: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'spaces added after signing: what is signed is the raw body',
    requests({ signed, event }) {
      const request = signed(event('altered'));
      return [{ ...request, body: JSON.stringify(JSON.parse(request.body), null, 2) }];
    },
  },
  rewritten: {
    expects: accepted('HOOK-2', 'stated'),
    reason: 'JSON in other words, rightly signed: what is signed is the raw body',
    requests: ({ signed, event }) => [signed(rewrite(event('rewritten')))],
  },
  'upper-case': {
    expects: accepted('HOOK-2', 'our choice'),
    reason: 'hex digits in upper case: which case the service sends is not shown',
    requests: ({ signed, event }) => [signed(event('upper-case'), { change: (text) => text.toUpperCase() })],
  },
  repeated: {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'an event twice, and another twice at the same moment: an event whose answer is lost is sent again',
    requests({ signed, event }) {
      const request = signed(event('repeated'));
      const twin = signed(event('repeated-at-once'));
      return [request, request, [twin, twin]];
    },
  },
  're-ordered': {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'COMPLETED of a milestone before its PAID: no order is promised',
    requests: ({ signed, event }) => [signed(event('order', { status: 'COMPLETED' }))],
  },
  late: {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'PAID of the same milestone, after its COMPLETED',
    needs: 're-ordered',
    requests: ({ signed, event }) => [signed(event('order'))],
  },
  'unknown-status': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'a status of tomorrow: refused, it would be lost',
    requests: ({ signed, event }) => [signed(event('unknown-status', { status: 'ESCROW_DOCTOR_TEST' }))],
  },
  'extra-fields': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'COMPLETED with more fields: its payload is not shown beyond the status',
    needs: 're-ordered',
    requests({ signed, event }) {
      const escrowDoctorTest = { amounts: [0.1, null, true], note: 'مرحلة 🟢' };
      return [signed(event('extra-fields', { status: 'COMPLETED', escrowDoctorTest }))];
    },
  },
  '64-kB': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'a body of 65,536 bytes, most of them spaces: the largest one is not shown',
    needs: 'rewritten',
    requests({ signed, event }) {
      const body = event('64-kB');
      return [signed(`{${' '.repeat(65_536 - body.length)}${body.slice(1)}`)];
    },
  },
  'slow-body': {
    expects: accepted('HOOK-2', 'our choice'),
    reason: 'a body in two halves, a second apart: how it arrives is not shown',
    requests: ({ signed, event }) => [{ ...signed(event('slow-body')), isSlow: true }],
  },
  'content-type': {
    expects: {
      ...accepted('HOOK-1', 'our choice'),
      status: '200 or 4xx',
      isRight: (status) => isSuccess(status) || isRefusal(status),
    },
    reason: 'rightly signed, as text/html: the service sends JSON, any other may be refused',
    requests({ signed, event }) {
      const { headers, body } = signed(event('content-type'));
      return [{ headers: { ...headers, 'content-type': 'text/html' }, body }];
    },
  },
  prompt: {
    expects: { ...accepted('HOOK-3', 'our choice'), isPrompt: true },
    reason: 'PAID, signed: answered within a second; how slow an answer may be is not shown',
    requests: ({ signed, event }) => [signed(event('prompt'))],
  },
  burst: {
    expects: accepted('HOOK-3', 'our choice'),
    reason: '200 events at once, each signed: how many come at once is not shown',
    requests: ({ signed, event }, burst) => [
      Array.from({ length: burst }, (_, index) => signed(event(`burst-${index}`))),
    ],
  },
};

/** The same JSON with other spaces, another order of its keys, and an escaped character. */
function rewrite(body: string): string {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>).toReversed();
  return `${JSON.stringify(Object.fromEntries(fields), null, 4).replace('escrow-', 'escrow\\u002d')}\n`;
}

/** What all milestone ids and references begin with. */
export const idPrefix = 'escrow-doctor-';

/** What signs the events. */
export interface Signing {
  secret: string;
  /** How the service signs. */
  form: SignatureForm;
  /** Whether the headers that the relay adds are sent as well. They are signed with the same secret. */
  isRelayed?: boolean | undefined;
}

/** Makes the bodies and requests of one run. */
interface TestEvents {
  /** The body of an event of a milestone of this run, PAID by default. */
  event(milestone: string, fields?: Partial<EventToSend>): string;
  /** The request for a body as the deployment sends it. `change` gets each signature without its prefix; undefined leaves it out. */
  signed(body: string, options?: { key?: string; change?: (text: string) => string | undefined }): TestRequest;
}

/** The ids of each run are new, so that a second run repeats nothing of the first. */
export function createTestEvents({ secret, form, isRelayed }: Signing): TestEvents {
  const run = idPrefix + randomBytes(4).toString('hex');
  return {
    event(milestone, { status = 'PAID', ...fields } = {}) {
      const milestoneId = `${run}-${milestone}`;
      const referenceId = `${milestoneId}-${status.toLowerCase()}`;
      return bodyOf({ event: { milestoneId, status, referenceId, ...fields } });
    },
    signed(body, { key = secret, change = (text: string) => text } = {}) {
      const signature = change(createHmac('sha256', key).update(body).digest(form.encoding));
      const headers = { 'content-type': 'application/json', [form.header]: signature && form.prefix + signature };
      if (!isRelayed) return { headers, body };
      const standard = standardHeaders(body, { id: webhookIdOf(body), secrets: [key], now: new Date() });
      const [, text = ''] = standard['webhook-signature']?.split(',') ?? [];
      const changed = change(text);
      return { headers: { ...headers, ...standard, 'webhook-signature': changed && `v1,${changed}` }, body };
    },
  };
}
