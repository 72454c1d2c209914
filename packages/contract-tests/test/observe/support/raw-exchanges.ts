import { createHmac } from 'node:crypto';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';

const webhookSecret = 'whsec-of-tests';

/** The first attempt of each event comes an hour after the one before; it fails three times. */
const attemptsInSeconds = [0, 1, 11, 111];

/** The events of five milestones, in their order. */
export function createEvents(start = Date.UTC(2030, 0, 1)): RawExchange[] {
  const milestones = ['m-1', 'm-2', 'm-3', 'm-4', 'm-5'];
  return milestones.flatMap((contractId) =>
    ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'].flatMap((status, place) =>
      attemptsInSeconds.map((seconds, attempt) =>
        createEvent(
          { contractId, status, referenceId: `${contractId}-${place}` },
          {
            startedAt: start + place * 3_600_000 + seconds * 1000,
            status: attempt === 3 ? 200 : 503,
          },
        ),
      ),
    ),
  );
}

function createEvent(body: object, { startedAt, status }: { startedAt: number; status: number }): RawExchange {
  return signEvent({
    kind: 'event',
    startedAt,
    durationInMs: 5,
    method: 'POST',
    target: '/',
    requestHeaders: [['content-type', 'application/json']],
    requestBody: { bytes: Buffer.from(JSON.stringify(body)), isComplete: true },
    response: { status, headers: [], body: { bytes: Buffer.alloc(0), isComplete: true } },
  });
}

/** Signs the body as it is now (HOOK-2). */
export function signEvent(event: RawExchange): RawExchange {
  const digest = createHmac('sha256', webhookSecret).update(event.requestBody.bytes).digest('hex');
  const others = event.requestHeaders.filter(([name]) => name !== 'service-signature');
  return { ...event, requestHeaders: [...others, ['service-signature', `sha256=${digest}`]] };
}

/** Judges exchanges, and afterwards only those that were changed, with what it remembers of all. */
export function createKeeper(exchanges: readonly RawExchange[]): (changed: readonly RawExchange[]) => KeptExchange[] {
  const judge = createJudge({ webhookSecret });
  const ordered = exchanges.toSorted((one, other) => one.startedAt - other.startedAt);
  const kept = new Map(ordered.map((exchange) => [exchange, judge(exchange)]));
  return (changed) => changed.map((exchange) => kept.get(exchange) ?? judge(exchange));
}

/** Exchanges as text, and back. */
export const writeRaw = (exchanges: readonly RawExchange[]): string =>
  JSON.stringify(exchanges, (_key, value: unknown) =>
    isBuffer(value) ? { base64: Buffer.from(value.data).toString('base64') } : value,
  );

export const readRaw = (text: string): RawExchange[] =>
  JSON.parse(text, (_key, value: unknown) =>
    isBase64(value) ? Buffer.from(value.base64, 'base64') : value,
  ) as RawExchange[];

/** What `toJSON` of a buffer gives. */
const isBuffer = (value: unknown): value is { data: number[] } =>
  (value as { type?: unknown } | null)?.type === 'Buffer';

const isBase64 = (value: unknown): value is { base64: string } =>
  typeof (value as { base64?: unknown } | null)?.base64 === 'string';
