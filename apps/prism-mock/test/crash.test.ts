import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isSoak } from '@escrow-kit/suite';
import { expect, test, vi } from 'vitest';
import { sendRequest } from './send-request.ts';
import { logged, prismId } from './shared-mock.ts';
import { answering, startWithStandIn, supervise, writeCommand } from './stand-in.ts';
import { watchPrism } from './watch-prism.ts';

const rounds = Array.from({ length: isSoak ? 50 : 1 }, (_, index) => index + 1);

test.each(rounds)('a Prism that is killed leaves no request unanswered: one new Prism answers them (%i)', async () => {
  const pid = prismId();
  logged.length = 0;
  process.kill(pid, 'SIGSTOP');

  const answers = Promise.all(
    Array.from({ length: 8 }, () => sendRequest('GET /users/usr_1', { token: 'key_sandbox' })),
  );
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(logged).toEqual(['prism started again', ...Array(8).fill('getUser 200')]);
});

const request = { method: 'GET', path: '/users/usr_1', headers: {}, body: '' };
const idle = 'setInterval(() => {}, 1000);';

test('a request that crashes every Prism gets 502', async () => {
  const onRestart = vi.fn();
  const prism = supervise(answering('() => process.exit()'), { onRestart });

  await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 502 } });
  expect(onRestart).toHaveBeenCalledOnce();
});

test.each([
  ['answers', answering('() => { for (;;); }')],
  ['listens', idle],
])('a request to a Prism that never %s gets 504, and the next one gets a new Prism', async (_what, code) => {
  const onRestart = vi.fn();
  const prism = supervise(code, { onRestart, limitInMs: 500 });

  await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 504 } });
  expect(onRestart).not.toHaveBeenCalled();
  await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 504 } });

  expect(onRestart).toHaveBeenCalledOnce();
});

test('a Prism that is closed while it starts ends, and starts no other', async () => {
  const prism = supervise(idle);
  const answer = prism.send(request);

  await Promise.all([prism.close(), expect(answer).rejects.toMatchObject({ answer: { status: 503 } })]);

  await expect(prism.send(request)).rejects.toMatchObject({ answer: { status: 503 } });
});

test('a Prism that says more on stdout than a pipe holds answers', async () => {
  const { url } = await startWithStandIn(`(request, response) => {
    process.stdout.write('x'.repeat(1024 * 1024), () => response.end('{}'));
  }`);

  expect(await sendRequest('GET /users/usr_1', { url, token: 'key_sandbox' })).toEqual({ status: 200, body: {} });
});

test.each([
  ['before', idle],
  ['after', answering('(request, response) => response.end()')],
])('a mock that is killed %s Prism listens leaves no Prism', async (_time, code) => {
  const watch = await watchPrism();
  const started = watch.next();
  const program = `import { supervisePrism } from ${JSON.stringify(import.meta.resolve('../src/prism.ts'))};
    await supervisePrism({ command: ${JSON.stringify(writeCommand(code))} }).send(${JSON.stringify(request)});
    console.log('ready');`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...watch.environment },
  });
  const prism = await started;
  if (code !== idle) await once(parent.stdout, 'data');

  parent.kill('SIGKILL');

  expect(await prism.ended).toBeDefined();
});
