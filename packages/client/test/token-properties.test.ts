import { setImmediate } from 'node:timers/promises';
import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEscrowClient } from '../src/index.ts';
import type { ExpiringToken } from '../src/tokens.ts';
import { createClock } from './support/token-bench.ts';

const numRuns = repeats({ test: 75, soak: 5_000 });

/** The events of a client, in order. No wait is as long as the limit of a refresh, so none is given up. */
const event = fc.oneof(
  fc.record({ type: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 29 }) }),
  fc.record({ type: fc.constant('call' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constant('give' as const), expiresInSeconds: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ type: fc.constant('fail' as const) }),
  fc.record({ type: fc.constant('refuse' as const) }),
);

test('AUTH-12 no expired token is sent, and only one request for a token runs at a time', async () => {
  const history = fc.array(event, { minLength: 5, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const world = createWorld();
      for (const happening of events) {
        await world.play(happening);
        if (world.oldestQuestionInSeconds() >= 30) await world.play({ type: 'fail' });
      }
      await world.end();

      expect(world.faults).toEqual([]);
    }),
    { numRuns },
  );
});

/** A request to the provider that is not answered yet. */
interface OpenQuestion {
  askedAtInMs: number;
  resolve(token: ExpiringToken): void;
  reject(error: Error): void;
}

/** A client, its provider and the service, which records violations. */
function createWorld() {
  const clock = createClock();
  const faults: string[] = [];
  const open: OpenQuestion[] = [];
  const calls: Promise<unknown>[] = [];
  const refused = new Set<string>();
  let count = 0;

  const provide = () =>
    new Promise<ExpiringToken>((resolve, reject) => {
      if (open.length > 0) faults.push('asked twice at once');
      open.push({ askedAtInMs: clock.now().getTime(), resolve, reject });
    });

  /** The text of a token contains the time at which it expires. */
  const fetch = async (request: Request) => {
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const endsAtInMs = Number(token.split('-')[1]);
    if (clock.now().getTime() >= endsAtInMs) faults.push(`${token} was sent past its end`);
    return new Response('{}', { status: refused.has(token) ? 401 : 200 });
  };

  const client = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { apiKey: provide },
    fetch,
    now: clock.now,
  });
  let last = '';

  return {
    faults,
    oldestQuestionInSeconds: () => (clock.now().getTime() - (open[0]?.askedAtInMs ?? Number.POSITIVE_INFINITY)) / 1000,
    async play(happening: { type: string; seconds?: number; count?: number; expiresInSeconds?: number }) {
      const { type, seconds = 0, count: calledTimes = 0, expiresInSeconds = 1 } = happening;
      if (type === 'wait') clock.advance(seconds);
      if (type === 'refuse') refused.add(last);
      for (let call = 0; call < calledTimes; call++) calls.push(client.users.get('usr_1').catch(() => {}));
      if (type === 'give') {
        const question = open.shift();
        if (question) last = `${++count}-${question.askedAtInMs + expiresInSeconds * 1000}`;
        question?.resolve({ token: last, expiresInSeconds });
      }
      if (type === 'fail') open.shift()?.reject(new Error('down'));
      await setImmediate();
    },
    /** Lets every call end. */
    async end() {
      const settled = Promise.all(calls);
      let isSettled = false;
      void settled.then(() => {
        isSettled = true;
      });
      while (!isSettled) {
        open.shift()?.reject(new Error('The end.'));
        await setImmediate();
      }
    },
  };
}
