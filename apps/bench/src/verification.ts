// How fast requests are verified, compared with plain node:crypto and public libraries, in one process.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sign as signForOctokit, verify as verifyOctokit } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { measureInTurn, report } from './measure.ts';
import { builtFile } from './services.ts';

const { sign, verify, verifySignature }: typeof import('@escrow-kit/webhooks') = await import(
  builtFile('@escrow-kit/webhooks')
);

const rounds = 201;
const roundTimeInMs = 3;
const callsInARow = 20;
const secret = 'whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3g=';

/** Each has a signature of its own, so that the processor cannot learn the digits of one. */
const requests = Array.from({ length: 256 }, (_, number) => {
  const body = JSON.stringify({
    contractId: 'milestone-5f2c7e1a-8c1b-4f3e-9d43-5f2c7e1a',
    status: 'PAID',
    referenceId: `reference-0b9a6d0e-1f0c-4${number + 100}`,
  });
  return { body, header: sign(body, secret) };
});
const [{ body }] = requests as [(typeof requests)[number]];

type Verifier = () => unknown;

/** What node:crypto needs for the same, without any checks. */
const bare = (data: string, signature: string): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(data).digest(), Buffer.from(signature.slice(7), 'hex'));

/** Measures and reports. */
export async function measureVerification(): Promise<void> {
  const contenders: Record<string, Verifier> = {
    'node:crypto': each((request) => bare(request.body, request.header)),
    'our verifySignature': each((request) => verifySignature(request.body, request.header, secret).ok),
    'node:crypto and JSON.parse': each((request) => bare(request.body, request.header) && JSON.parse(request.body)),
    'our verify': each((request) => verify(request.body, request.header, secret).ok),
    ...(await peers()),
  };
  const timed = Object.entries(contenders).map(([name, contender]) => [name, () => nanosecondsOf(contender)] as const);
  const measured = await measureInTurn(Object.fromEntries(timed), rounds);

  report(`Verification: nanoseconds for a body of ${body.length} bytes`, measured, ['node:crypto', 'our verify']);
}

/** Takes the requests in turn. */
function each(contender: (request: (typeof requests)[number]) => unknown): Verifier {
  let turn = 0;
  return () => contender(requests[turn++ % requests.length] as (typeof requests)[number]);
}

/** Libraries that verify and parse the same body, each with its own headers. */
async function peers(): Promise<Record<string, Verifier>> {
  const octokitSignature = await signForOctokit(secret, body);
  const stripe = new Stripe('sk_test_none');
  const stripeHeader = stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const now = new Date();
  const svix = new SvixWebhook(secret);
  const standard = new StandardWebhook(secret);
  const headersOf = (prefix: string, signature: string): Record<string, string> => ({
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(Math.floor(now.getTime() / 1000)),
    [`${prefix}-signature`]: signature,
  });
  const svixHeaders = headersOf('svix', svix.sign('msg_1', now, body));
  const standardHeaders = headersOf('webhook', standard.sign('msg_1', now, body));
  return {
    '@octokit/webhooks-methods': () => verifyOctokit(secret, body, octokitSignature),
    'stripe constructEvent': () => stripe.webhooks.constructEvent(body, stripeHeader, secret),
    'svix verify': () => svix.verify(body, svixHeaders),
    'standardwebhooks verify': () => standard.verify(body, standardHeaders),
  };
}

async function nanosecondsOf(contender: Verifier): Promise<number> {
  const end = performance.now() + roundTimeInMs;
  const startedAt = process.hrtime.bigint();
  let calls = 0;
  for (; performance.now() < end; calls += callsInARow) {
    for (let count = 0; count < callsInARow; count++) {
      const result = contender();
      if ((result instanceof Promise ? await result : result) === false) throw new Error('A request was refused.');
    }
  }
  return Number(process.hrtime.bigint() - startedAt) / calls;
}
