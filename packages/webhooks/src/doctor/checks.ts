import { createHmac, randomBytes } from 'node:crypto';
import type { PostOptions } from '../post.ts';
import { standardHeaders, webhookIdOf } from '../signature/standard-webhooks.ts';
import { bodyOf, type EventToSend, type SignatureForm } from '../signature/verify.ts';

/** The right answer, and the rule that states it, implies it, or leaves it open. */
interface Expectation {
  rule: string;
  basis: 'stated' | 'implied' | 'our choice';
  /** For the report. */
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
/** An error, a redirect or a missing answer is not a refusal. */
const refused: Expect = (rule, basis) => ({ rule, basis, status: '401 or 4xx', isRight: isRefusal });

/** One thing that can happen to an endpoint. */
export interface Check {
  expects: Expectation;
  /** The test event, and the reason for the expected answer, in one line. */
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
    // Only this check reports a success other than 200.
    expects: { ...accepted('HOOK-3', 'stated'), usual: 200 },
    reason: 'A signed PAID event: answer at once, work later',
    requests: ({ signed, event }) => [signed(event('signed'))],
  },
  forged: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'Signed with another secret',
    requests: ({ signed, event }) => [signed(event('forged'), { key: randomBytes(16).toString('hex') })],
  },
  unsigned: {
    expects: refused('AUTH-13', 'stated'),
    reason: 'No signature: only the signature authenticates an event',
    requests: ({ signed, event }) => [signed(event('unsigned'), { change: () => undefined })],
  },
  keyless: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'Signed with an empty secret, as if its variable were not set',
    // HMAC fills a key up with zeros, so a zero is the empty key.
    requests: ({ signed, event }) => [signed(event('keyless'), { key: '\0' })],
  },
  cut: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'Half of the right signature: compare the whole signature',
    requests: ({ signed, event }) => [signed(event('cut'), { change: (text) => text.slice(0, text.length / 2) })],
  },
  altered: {
    expects: refused('HOOK-2', 'stated'),
    reason: 'Spaces added after signing: verify the raw body',
    requests({ signed, event }) {
      const request = signed(event('altered'));
      return [{ ...request, body: JSON.stringify(JSON.parse(request.body), null, 2) }];
    },
  },
  rewritten: {
    expects: accepted('HOOK-2', 'stated'),
    reason: 'The same JSON in another format, signed correctly: verify the raw body',
    requests: ({ signed, event }) => [signed(rewrite(event('rewritten')))],
  },
  'upper-case': {
    expects: accepted('HOOK-2', 'our choice'),
    reason: 'A signature in upper case: the case is not shown',
    requests: ({ signed, event }) => [signed(event('upper-case'), { change: (text) => text.toUpperCase() })],
  },
  repeated: {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'One event twice, another twice at once: the service retries if your answer is lost',
    requests({ signed, event }) {
      const request = signed(event('repeated'));
      const twin = signed(event('repeated-at-once'));
      return [request, request, [twin, twin]];
    },
  },
  're-ordered': {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'COMPLETED before PAID of the same milestone: no order is promised',
    requests: ({ signed, event }) => [signed(event('order', { status: 'COMPLETED' }))],
  },
  late: {
    expects: accepted('HOOK-7', 'implied'),
    reason: 'PAID after COMPLETED of the same milestone: no order is promised',
    needs: 're-ordered',
    requests: ({ signed, event }) => [signed(event('order'))],
  },
  'unknown-status': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'An unknown status: a refused event would be lost',
    requests: ({ signed, event }) => [signed(event('unknown-status', { status: 'ESCROW_DOCTOR_TEST' }))],
  },
  'extra-fields': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'COMPLETED with extra fields: its fields are not shown',
    needs: 're-ordered',
    requests({ signed, event }) {
      const escrowDoctorTest = { amounts: [0.1, null, true], note: 'مرحلة 🟢' };
      return [signed(event('extra-fields', { status: 'COMPLETED', escrowDoctorTest }))];
    },
  },
  '64-kB': {
    expects: accepted('HOOK-8', 'our choice'),
    reason: 'A body of 65,536 bytes: the largest size is not shown',
    needs: 'rewritten',
    requests({ signed, event }) {
      const body = event('64-kB');
      return [signed(`{${' '.repeat(65_536 - body.length)}${body.slice(1)}`)];
    },
  },
  'slow-body': {
    expects: accepted('HOOK-2', 'our choice'),
    reason: 'A body in two halves, a second apart: the timing is not shown',
    requests: ({ signed, event }) => [{ ...signed(event('slow-body')), isSlow: true }],
  },
  'content-type': {
    expects: {
      ...accepted('HOOK-1', 'our choice'),
      status: '200 or 4xx',
      isRight: (status) => isSuccess(status) || isRefusal(status),
    },
    reason: 'Signed correctly, sent as text/html: you can refuse this',
    requests({ signed, event }) {
      const { headers, body } = signed(event('content-type'));
      return [{ headers: { ...headers, 'content-type': 'text/html' }, body }];
    },
  },
  prompt: {
    expects: { ...accepted('HOOK-3', 'our choice'), isPrompt: true },
    reason: 'A signed PAID event, to answer within a second: the time limit is not shown',
    requests: ({ signed, event }) => [signed(event('prompt'))],
  },
  burst: {
    expects: accepted('HOOK-3', 'our choice'),
    reason: '200 signed events at once: the highest rate is not shown',
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

/** What all milestone IDs and references begin with. */
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

/** The IDs of each run are new, so that a second run repeats nothing of the first. */
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
