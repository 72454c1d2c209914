import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { callOf } from '../support/exchange-of.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapInMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** A call that is served, with a token, secrets, a record, a form of its id, fields and headers of its own. */
function createHostileExchange(number: number): RawExchange {
  const token = `token-${number}-${'0'.repeat(20)}`;
  // Its separators are the number, which no other id has.
  const id = number.toString(2).replaceAll('0', '-').replaceAll('1', '.').padEnd(1000, '-x');
  const answer = { access_token: `${token}1`, expires_in: 60, [`field${number}`]: number };
  const call = callOf('getUser', { path: { userId: id }, token, answer });
  const headers: [string, string][] = [
    ['Cookie', `session=${token}2`],
    [`X-${number}`, `${number}`],
  ];
  return { ...call, requestHeaders: [...call.requestHeaders, ...headers] };
}

test('judging 60,000 exchanges that have nothing in common levels out in memory', { timeout: 600_000 }, () => {
  const judge = createJudge({ keepsUnknownValues: true });
  const judgeAll = (from: number, to: number): void => {
    for (let number = from; number < to; number += 1) judge(createHostileExchange(number));
  };

  const before = heapInMebibytes();
  judgeAll(0, 30_000);
  const early = heapInMebibytes();
  judgeAll(30_000, 60_000);
  const late = heapInMebibytes();

  expect(late - early, `${before}, ${early}, ${late} MiB`).toBeLessThan(5);
  expect(late - before).toBeLessThan(50);
});
