import { createHmac } from 'node:crypto';
import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { eventOf, webhookSecret } from '../support/exchange-of.ts';
import { findIn, overlayOf } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

type Sign = (hmac: (algorithm?: string, secret?: string) => Buffer, index: number) => Record<string, string>;

/** Eight events as they are signed, judged with the secret, or without it. */
function judgeEvents(sign: Sign, options: { webhookSecret?: string }): KeptExchange[] {
  const judge = createJudge(options);
  return Array.from({ length: 8 }, (_, place) => {
    const index = place + 1;
    const event = eventOf({ contractId: `m-${index}`, status: 'PAID', referenceId: `r-${index}` }, () => []);
    const headers = sign(
      (algorithm = 'sha256', secret = webhookSecret) =>
        createHmac(algorithm, secret).update(event.requestBody.bytes).digest(),
      index,
    );
    return judge({ ...event, requestHeaders: [...event.requestHeaders, ...Object.entries(headers)] });
  });
}

/** What is found of the signatures of those events. */
function observe(sign: Sign, options: { webhookSecret?: string }) {
  const kept = judgeEvents(sign, options);
  const ofSignature = findIn(kept).filter(({ subject, rule }) => subject === 'signature' || rule === 'HOOK-2');
  const overlay = overlayOf(kept);
  return {
    texts: ofSignature.map(({ text }) => text),
    proposed: /x-signature:\n((?: {8}.*\n)+)/
      .exec(overlay)?.[1]
      ?.replaceAll(/\n? +(header|algorithm|encoding|prefix):/g, '')
      .trim(),
    isCalledUnsigned: overlay.includes('x-allowed-addresses'),
  };
}

const secret = { webhookSecret };

test.each<[what: string, sign: Sign, proposed: string]>([
  ['another prefix', (hmac) => ({ 'X-Hmac': `v1=${hmac('sha512').toString('base64')}` }), 'x-hmac sha512 base64 v1='],
  ['no prefix', (hmac) => ({ 'X-Hub-Signature': hmac('sha512').toString('hex') }), 'x-hub-signature sha512 hex ""'],
  [
    'a digest of HTTP beside it',
    (hmac) => ({ Digest: `SHA-256=${hmac('sha256', 'x').toString('base64')}`, 'X-Sign': hmac().toString('base64') }),
    'x-sign sha256 base64 ""',
  ],
])('HOOK-2 a signature with %s is proposed, with the secret and without it', (_what, sign, proposed) => {
  for (const options of [secret, {}]) {
    const found = observe(sign, options);

    expect([found.proposed, found.texts.length, found.isCalledUnsigned]).toEqual([proposed, 1, false]);
  }
});

test.each<[what: string, sign: Sign, proposed: string]>([
  ['header', (hmac) => ({ 'X-Check': `sha256=${hmac().toString('hex')}` }), 'x-check sha256 hex sha256='],
  ['prefix', (hmac) => ({ 'X-Hmac': `escrow:${hmac().toString('hex').toUpperCase()}` }), '"escrow:"'],
])('HOOK-2 a signature in an unusual %s is found with the secret alone', (_what, sign, proposed) => {
  expect(observe(sign, secret).proposed).toContain(proposed);
  expect(observe(sign, {}).proposed).toBeUndefined();
});

const unconfirmed = 'has no signature of the body by the given secret that an overlay can describe';
const unknown = 'has no signature of a known form; with --webhook-secret, more are found';

test.each<[what: string, header: string, sign: (hmac: Buffer) => string, options: object, why: string]>([
  [
    'that the secret does not confirm',
    'x-signature',
    (hmac) => hmac.toString('hex').replace(/^../, ''),
    secret,
    unconfirmed,
  ],
  ['after a time', 'x-signature', (hmac) => `t=1893456000,v1=${hmac.toString('hex')}`, secret, unconfirmed],
  [
    'after a text that may not be kept',
    'x-check',
    (hmac) => `zainab-alsaud:${hmac.toString('hex')}`,
    secret,
    unconfirmed,
  ],
  ['between other parts', 'x-seal', (hmac) => `t=1893456000, v1=${hmac.toString('hex')}, v0=x`, secret, unconfirmed],
  ['of an unknown form', 'x-signature', (hmac) => `t=1893456000,v1=${hmac.toString('hex')}`, {}, unknown],
])(
  'HOOK-2 of a signature %s, in the header %s, nothing is proposed, and events are not called unsigned',
  (_what, header, sign, options, why) => {
    const texts = [`Events have the header ${header}, which ${why}.`];

    expect(observe((hmac) => ({ [header]: sign(hmac()) }), options)).toEqual({
      texts,
      proposed: undefined,
      isCalledUnsigned: false,
    });
  },
);

test('HOOK-2 a signature beside that of the document contradicts nothing', () => {
  const sign: Sign = (hmac) => ({
    'X-Signature': hmac('sha512').toString('hex'),
    'Service-Signature': `sha256=${hmac().toString('hex')}`,
  });

  for (const options of [secret, {}])
    expect(observe(sign, options)).toEqual({ texts: [], proposed: undefined, isCalledUnsigned: false });
});

test('HOOK-2 what few events are signed with is found, and not proposed', () => {
  const signFrom =
    (first: number): Sign =>
    (hmac, index) =>
      index < first
        ? { 'Service-Signature': `sha256=${hmac().toString('hex')}` }
        : { 'X-Hmac': hmac().toString('hex') };

  expect(observe(signFrom(5), secret)).toMatchObject({
    texts: [expect.stringContaining('x-hmac')],
    proposed: undefined,
  });
  expect(observe(signFrom(4), secret).proposed).toBe('x-hmac sha256 hex ""');
});

test.each<[what: string, sign: Sign, isNamed: boolean]>([
  ['another digest on each', (hmac) => ({ 'X-Trust-Seal': hmac('sha512').toString('base64') }), true],
  ['the same digest on each', () => ({ 'X-Trust-Seal': createHmac('sha512', 'x').digest('base64') }), false],
  [
    'a digest on some',
    (hmac, index) => (index > 1 ? { 'X-Trust-Seal': hmac('sha512').toString('base64') } : {}),
    false,
  ],
  ['no digest', (_hmac, index) => ({ 'X-Trust-Seal': `${index}`.repeat(88) }), false],
])('HOOK-2 without the secret, a header with %s is named as a candidate: %j', (_what, sign, isNamed) => {
  const { texts, isCalledUnsigned } = observe(sign, {});

  const seal =
    ' Each has another value in x-trust-seal, as <base64 of sha512>: by its form a signature, which only the secret confirms.';
  expect(texts).toEqual([`Events come without the header service-signature.${isNamed ? seal : ''}`]);
  expect(isCalledUnsigned).toBe(true);
});

test('HOOK-2 a proposal that only tells a person what to write is an overlay that changes nothing', async () => {
  const overlay = overlayOf(judgeEvents(() => ({}), secret));

  expect(await documentUnder(overlay)).toEqual(openApiDocument);
  expect(overlay).toContain('x-allowed-addresses: [192.0.2.1]');
});

test('HOOK-2 events of earlier runs, without the secret, do not count against the signature that the secret shows', () => {
  const seal: Sign = (hmac) => ({ 'X-Trust-Seal': hmac('sha512').toString('base64') });

  const overlay = overlayOf([{}, {}, secret].flatMap((options) => judgeEvents(seal, options)));

  expect(overlay).toContain(
    '# Events are signed in the header x-trust-seal, as <base64 of sha512>, and the document has service-signature. (8 times, likely',
  );
  expect(overlay).toContain('header: x-trust-seal');
  expect(overlay).not.toContain('without the header');
});
