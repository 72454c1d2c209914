import { setImmediate } from 'node:timers/promises';
import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokenBench } from './support/token-bench.ts';

const numRuns = repeats({ test: 75, soak: 5_000 });

/** The events of a client, in order. No wait is as long as the limit of a refresh, so none is given up. */
const event = fc.oneof(
  fc.record({ type: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 29 }) }),
  fc.record({ type: fc.constant('call' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ type: fc.constant('give' as const), expiresInSeconds: fc.integer({ min: 1, max: 120 }) }),
  fc.record({ type: fc.constant('fail' as const) }),
  fc.record({ type: fc.constant('refuse' as const) }),
);

interface Happening {
  type: string;
  seconds?: number;
  count?: number;
  expiresInSeconds?: number;
}

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

/** A client, its provider and the service, which records violations. The text of a token contains the time at which it expires. */
function createWorld() {
  const faults: string[] = [];
  const calls: Promise<unknown>[] = [];
  const refused = new Set<string>();
  const askedAtInMs: number[] = [];
  let answeredCount = 0;
  let last = '';
  const bench = createTokenBench((token) => {
    if (now() >= Number(token.split('-')[1])) faults.push(`${token} was sent past its end`);
    return refused.has(token) ? 401 : 200;
  });
  const now = () => bench.now().getTime();

  /** Answers the open request to the provider, if there is one: with a token, or else with an error. */
  async function answer(expiresInSeconds?: number) {
    const question = bench.asked[answeredCount];
    if (!question) return;
    const askedAt = askedAtInMs[answeredCount++] ?? 0;
    if (expiresInSeconds === undefined) return question.fail(new Error('down'));
    last = `${answeredCount}-${askedAt + expiresInSeconds * 1000}`;
    await question.give({ token: last, expiresInSeconds });
  }

  async function play({ type, seconds = 0, count = 0, expiresInSeconds }: Happening) {
    if (type === 'wait') bench.advance(seconds);
    if (type === 'refuse') refused.add(last);
    for (let call = 0; call < count; call++) calls.push(bench.client.users.get('usr_1').catch(() => {}));
    if (type === 'give' || type === 'fail') await answer(expiresInSeconds);
    await setImmediate();
    while (askedAtInMs.length < bench.asked.length) askedAtInMs.push(now());
    if (bench.asked.length > answeredCount + 1) faults.push('asked twice at once');
  }

  return {
    faults,
    play,
    oldestQuestionInSeconds: () => (now() - (askedAtInMs[answeredCount] ?? Number.POSITIVE_INFINITY)) / 1000,
    /** Lets every call end. */
    async end() {
      let isSettled = false;
      void Promise.all(calls).then(() => {
        isSettled = true;
      });
      while (!isSettled) await play({ type: 'fail' });
    },
  };
}
