import { execFileSync, spawnSync } from 'node:child_process';
import { isSoak } from '@escrow-kit/tools';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { standardHeaders, webhookIdOf } from '../src/signature/standard-webhooks.ts';
import serviceSignature from '../vectors/service-signature.json' with { type: 'json' };
import standardWebhooks from '../vectors/standard-webhooks.json' with { type: 'json' };
import { entries } from './support/entries.ts';
import { vectors } from './support/vectors.ts';

test.each(entries)(
  'HOOK-2 $name decides every vector of the signature rightly',
  async ({ entry: { verifySignature } }) => {
    const wrong: string[] = [];
    for (const vector of vectors) {
      const { ok } = await verifySignature(vector.bytes, vector.signature, vector.secrets);
      const result = ok ? 'valid' : 'invalid';
      if (![result, 'acceptable'].includes(vector.result)) wrong.push(`${vector.tcId}: ${vector.comment} is ${result}`);
    }

    expect(wrong).toEqual([]);
  },
);

test.each(entries)('HOOK-2 $name signs as the vectors are signed', async ({ entry: { sign } }) => {
  for (const { comment, bytes, signature, secrets } of vectors.filter(({ result }) => result === 'valid')) {
    const signatures = await Promise.all(secrets.map((secret) => sign(bytes, secret)));

    expect(signatures, comment).toContain(signature?.toLowerCase());
  }
});

test.each([
  ['the signature', serviceSignature],
  ['Standard Webhooks', standardWebhooks],
])('the vectors of %s have a number each, and explain exactly the flags that they have', (_name, file) => {
  const tests = file.testGroups.flatMap((group): { tcId: number; flags: string[] }[] => group.tests);

  const numbers = Array.from({ length: file.numberOfTests }, (_, index) => index + 1);
  expect(tests.map(({ tcId }) => tcId).toSorted((one, other) => one - other)).toEqual(numbers);
  expect(new Set(tests.flatMap(({ flags }) => flags))).toEqual(new Set(Object.keys(file.notes)));
});

const hasOpenssl = /^OpenSSL /.test(spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout ?? '');

/** By openssl, so that the vectors do not depend on the code that they test. */
function hmac(content: Uint8Array, key: string): string {
  const flags = ['-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${Buffer.from(key).toString('hex')}`];
  return execFileSync('openssl', ['dgst', ...flags, '-binary'], { input: content }).toString('hex');
}

const valid = vectors.filter(({ result }) => result === 'valid').toSorted((one, other) => other.tcId - one.tcId);
/** In `npm test`, the newest: a vector that is published does not change. */
const checked = isSoak ? valid : valid.slice(0, 5);

test.runIf(hasOpenssl)('HOOK-2 openssl computes the signature of each valid vector', () => {
  for (const { comment, bytes, signature, secrets } of checked) {
    const computed = secrets.map((secret) => `sha256=${hmac(bytes, secret)}`);

    expect(computed, comment).toContain(signature?.toLowerCase());
  }
});

interface StandardVector {
  tcId: number;
  comment: string;
  body?: string;
  bodyBase64?: string;
  headers: Record<string, string | null>;
  eventKey?: string;
  result: string;
}

const standardVectors = standardWebhooks.testGroups.flatMap(({ tests, ...group }) =>
  tests.map(({ body, bodyBase64 = '', ...vector }: StandardVector) => ({
    ...group,
    ...vector,
    body: body ?? Buffer.from(bodyBase64, 'base64').toString(),
  })),
);

test('the relay makes the headers of the vectors that openssl signed', () => {
  const relayed = standardVectors.filter(({ eventKey }) => eventKey !== undefined);

  expect(relayed.length).toBeGreaterThan(10);
  for (const { eventKey: key = '', secrets, now, body, headers, comment } of relayed) {
    expect(standardHeaders(body, { id: webhookIdOf(key), secrets, now: new Date(now * 1_000 + 999) }), comment).toEqual(
      headers,
    );
  }
});

test('the library of Standard Webhooks decides every vector rightly, with the keys of the secrets', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const wrong = standardVectors.filter(
    (vector) => ![isAccepted(vector) ? 'valid' : 'invalid', 'acceptable'].includes(vector.result),
  );

  expect(wrong).toEqual([]);
});

function isAccepted({ keysBase64, now, body, headers }: (typeof standardVectors)[number]): boolean {
  vi.setSystemTime(now * 1_000);
  const sent = Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
  );
  return keysBase64.some((key) => {
    try {
      new Webhook(key).verify(body, sent, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
}
