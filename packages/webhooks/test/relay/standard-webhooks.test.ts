import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { standardHeaders, webhookIdOf } from '../../src/signature/standard-webhooks.ts';
import file from '../../vectors/standard-webhooks.json' with { type: 'json' };

interface Vector {
  tcId: number;
  comment: string;
  body?: string;
  bodyBase64?: string;
  headers: Record<string, string | null>;
  eventKey?: string;
  result: string;
}

const vectors = file.testGroups.flatMap(({ tests, ...group }) =>
  tests.map(({ body, bodyBase64 = '', ...vector }: Vector) => ({
    ...group,
    ...vector,
    body: body ?? Buffer.from(bodyBase64, 'base64').toString(),
  })),
);

test('the relay makes the headers of the vectors that openssl signed', () => {
  const relayed = vectors.filter(({ eventKey }) => eventKey !== undefined);

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
  const wrong = vectors.filter(
    (vector) => ![isAccepted(vector) ? 'valid' : 'invalid', 'acceptable'].includes(vector.result),
  );

  expect(wrong).toEqual([]);
});

function isAccepted({ keysBase64, now, body, headers }: (typeof vectors)[number]): boolean {
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
