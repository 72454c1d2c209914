// How fast requests are verified and refused, over node:crypto alone and over public peers: all in turn in one process.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sign as signForOctokit, verify as verifyOctokit } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { measureInTurn, medianOf, medianRatio } from './measure.ts';

/** The published build, with the types of the sources, so that a type check needs no build. */
const built = new URL('../dist/index.js', import.meta.resolve('@escrow-kit/webhooks')).href;
const { sign, verify, verifySignature }: typeof import('@escrow-kit/webhooks') = await import(built);

const rounds = 201;
const roundTimeInMs = 3;
const secret = 'whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3g=';

/** Each has a signature of its own, so that the processor can't learn the digits of one. */
const requests = Array.from({ length: 256 }, (_, number) => {
  const body = JSON.stringify({
    contractId: 'milestone-5f2c7e1a-8c1b-4f3e-9d43-5f2c7e1a',
    status: 'PAID',
    referenceId: `reference-0b9a6d0e-1f0c-4${number + 100}`,
  });
  return { body, bytes: new TextEncoder().encode(body), header: sign(body, secret) };
});
const [{ body }] = requests as [(typeof requests)[number]];
const forged = `sha256=${'0'.repeat(64)}`;

type Verifier = () => unknown;

/** The time of node:crypto for the same, without any checks. */
const bare = (data: string | Uint8Array, signature: string): boolean =>
  timingSafeEqual(createHmac('sha256', secret).update(data).digest(), Buffer.from(signature.slice(7), 'hex'));

/** The ratio that a contender has to reach over a baseline. */
const goals: [contender: string, baseline: string, goal: number][] = [
  ['verify the signature', 'bare', 0.95],
  ['verify the signature of bytes', 'bare of bytes', 0.95],
  ['verify, parse and type', 'bare with JSON.parse', 0.72],
  ['refuse a forged one', 'bare, forged', 0.95],
];

const contenders: Record<string, Verifier> = {
  bare: each(({ body, header }) => bare(body, header)),
  'verify the signature': each(({ body, header }) => verifySignature(body, header, secret).ok),
  'bare of bytes': each(({ bytes, header }) => bare(bytes, header)),
  'verify the signature of bytes': each(({ bytes, header }) => verifySignature(bytes, header, secret).ok),
  'bare with JSON.parse': each(({ body, header }) => bare(body, header) && JSON.parse(body)),
  'verify, parse and type': each(({ body, header }) => verify(body, header, secret).ok),
  'bare, forged': each(({ body }) => !bare(body, forged)),
  'refuse a forged one': each(({ body }) => !verify(body, forged, secret).ok),
  ...(await peers()),
};

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

/** The time of one call, in nanoseconds. */
async function timeOf(contender: Verifier): Promise<number> {
  const end = performance.now() + roundTimeInMs;
  const startedAt = process.hrtime.bigint();
  let calls = 0;
  for (; performance.now() < end; calls += 20) {
    for (let count = 0; count < 20; count++) {
      const result = contender();
      if ((result instanceof Promise ? await result : result) === false)
        throw new Error('A contender refused its request.');
    }
  }
  return Number(process.hrtime.bigint() - startedAt) / calls;
}

const timed = Object.entries(contenders).map(([name, contender]) => [name, () => timeOf(contender)] as const);
const measured = await measureInTurn<string>(Object.fromEntries(timed), { rounds });

console.log(`a body of ${body.length} bytes, medians of ${rounds} rounds`);
for (const name of Object.keys(contenders)) {
  console.log(`${name.padEnd(32)} ${medianOf(measured, name).toFixed(0).padStart(7)} ns`);
}
for (const [contender, baseline, goal] of goals) {
  const ratio = medianRatio(measured, baseline, contender);
  console.log(`${contender}: ${ratio.toFixed(2)} of the speed of "${baseline}" (at least ${goal})`);
  if (ratio < goal) process.exitCode = 1;
}
