import { expect, test } from 'vitest';
import { logged, prismId, sendRequest } from './mock.ts';

const rounds = Array.from({ length: 50 }, (_, index) => index + 1);

test.each(rounds)('Prism itself may be killed at any time: a new one answers all requests (%i)', async () => {
  const pid = prismId();
  logged.length = 0;
  process.kill(pid, 'SIGSTOP');

  const send = () => sendRequest('GET /users/usr_1', { token: 'key_sandbox' });
  const answers = Promise.all(Array.from({ length: 8 }, send));
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(logged).toEqual(['prism started again', ...Array(8).fill('getUser 200')]);
});
