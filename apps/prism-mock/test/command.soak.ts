import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerExample, logged, prismId, requestExample, sendRequest } from './mock.ts';

const rounds = Array.from({ length: 50 }, (_, index) => index + 1);

test.each(rounds)('Prism itself may be killed at any time: a new one answers all requests (%i)', async () => {
  const pid = prismId();
  logged.length = 0;
  process.kill(pid, 'SIGSTOP');

  const send = () => sendRequest('GET /users/usr_1', { token: 'key_sandbox' });
  const answers = Promise.all(Array.from({ length: 8 }, send));
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(logged).toEqual(['prism restarted', ...Array(8).fill('getUser 200')]);
});

/** Has the Prism of a command connect to this process by the variables, so that its end closes the connection. */
async function watchPrism() {
  const server = createTcpServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connect = `import { connect } from 'node:net';
    if (process.argv.includes('mock')) connect(${port}, '127.0.0.1').unref();`;
  const ended = once(server, 'connection').then(([connection]) => once(connection.resume(), 'close'));
  return { variables: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(connect)}` }, ended };
}

/** The signals that end a command, with its exit code. */
const signals = [
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const;

// One command shows all of it, because each needs a Prism of its own. With NODE_ENV, Prism would start another process.
test.each(signals)(
  'the command prints how to call it, answers to any host if others reach it and as overlays say, and %s ends it and Prism',
  async (signal, exitCode) => {
    const { variables, ended } = await watchPrism();
    const command = spawn(process.execPath, ['src/command.ts', '--port', '0', '--host', '0.0.0.0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...variables,
        PORT: '1',
        ESCROW_OVERLAY: `${import.meta.dirname}/deployment.overlay.yaml`,
        NODE_ENV: 'production',
      },
    });
    onTestFinished(() => void command.kill('SIGKILL'));

    let greeting = '';
    for await (const chunk of command.stdout) {
      greeting += chunk;
      // Nothing reads the output any more, as after `head`.
      if (/Service: .*\n/.test(greeting)) break;
    }
    expect(greeting).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);
    const url = /Service: (http:\S+)/.exec(greeting)?.[1] ?? '';
    const sent = request(`${url}/users/usr_1`, {
      headers: { host: 'mock', authorization: 'Bearer key_sandbox' },
    }).end();
    expect((await once(sent, 'response'))[0]).toMatchObject({ statusCode: 200 });
    await expectDeployment(url);

    command.kill(signal);
    expect(await once(command, 'exit')).toContain(exitCode);
    await ended;
  },
);

/** Two kinds of token by one login, added operations whose callback is not sent, a rule that is off, a header that is required, and another status. */
async function expectDeployment(url: string): Promise<void> {
  const called = vi.fn();
  const hook = createServer(called).listen(0, '127.0.0.1');
  onTestFinished(() => void hook.close());
  await once(hook, 'listening');
  const options = { url, token: 'adm_sandbox' };
  const send = (target: string, changes: object) => sendRequest(target, { ...options, ...changes });

  const tokenFor = (grant: string) => send('POST /oauth/token', { form: { grant_type: grant } });
  expect(await tokenFor('password')).toEqual({ status: 200, body: { access_token: 'adm_sandbox' } });
  expect(await tokenFor('client_credentials')).toEqual({ status: 200, body: { access_token: 'org_sandbox' } });

  const json = { title: 'Any', hook: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` };
  expect(await send('PUT /v3/contracts/7', { json })).toEqual({ status: 201, body: { state: 'OPEN' } });
  expect(await send('PUT /v3/contracts/seven', { json })).toMatchObject({ status: 400 });
  expect(await send('DELETE /v3/contracts/7', { token: 'org_sandbox' })).toMatchObject({ status: 403 });
  expect(await send('DELETE /v3/contracts/7', {})).toEqual({ status: 204, body: '' });
  expect(called).not.toHaveBeenCalled();

  const { mileStonesParties } = requestExample('addParties');
  for (const party of Object.values<{ isSender?: boolean }[]>(mileStonesParties).flat()) party.isSender = true;
  const parties = { json: { mileStonesParties } };
  expect(await send('PATCH /api/external/contracts/c/parties', parties)).toMatchObject({ status: 200 });

  const target = 'PATCH /api/external/contracts/c/milestones';
  const milestones = { json: requestExample('addMilestones') };
  expect(await send(target, milestones)).toEqual(answerExample('addMilestones', 400, 'otherRefusal'));
  expect(await send(target, { ...milestones, headers: { 'x-tenant-id': 't' } })).toMatchObject({ status: 200 });
  const customer = { token: 'org_sandbox', json: { phoneNumber: 'none' } };
  expect(await send('POST /realms/service/service-partner/customers', customer)).toEqual({
    status: 422,
    body: { fault: 'UNKNOWN' },
  });
}
