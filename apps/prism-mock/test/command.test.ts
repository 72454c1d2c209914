import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';
import { statusOf } from './status-of.ts';
import { watchPrism } from './watch-prism.ts';

const command = `${import.meta.dirname}/../src/command.ts`;

function start(args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, PORT: '', ...environment },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

async function runToEnd(args: string[], environment?: Record<string, string>): Promise<object> {
  const child = start(args, environment);
  const { stdout, stderr } = child as { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  const [output, errors, [exitCode]] = await Promise.all([text(stdout), text(stderr), once(child, 'close')]);
  return { output, errors, exitCode };
}

/** Reads what the command prints until the greeting is complete, and then stops reading, as `head` does. */
async function readGreeting(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (/^Try: .*\n/m.test(output)) return output;
  }
  throw new Error(`The command ended after ${JSON.stringify(output)}.`);
}

test('a mistake is one line on the standard error, in a variable too', async () => {
  expect(await runToEnd([], { PORT: '80a' })).toEqual({
    output: '',
    errors: expect.stringMatching(
      /^escrow-prism-mock: option '--port <port>' value '80a' from env 'PORT' is invalid\. Give a whole number from 0 to 65535\. Run with --help to see the options\.\n$/,
    ),
    exitCode: 2,
  });
});

test('a port that is taken is named, with what to do', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => {
    taken.close();
  });
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;

  const result = await runToEnd([], { PORT: String(port) });

  expect(result).toEqual({
    output: '',
    errors: `escrow-prism-mock: Can't listen on 127.0.0.1:${port}. The port is taken. Choose another one with --port, or 0 for a free port.\n`,
    exitCode: 1,
  });
});

test.each(isSoak ? (['SIGINT', 'SIGTERM'] as const) : (['SIGTERM'] as const))(
  'the command prints how to call it, answers to any host if others reach it, and %s ends it and Prism',
  async (signal) => {
    const watch = await watchPrism();
    const started = watch.next();
    const child = start(['--port', '0', '--host', '0.0.0.0'], { ...watch.environment, PORT: '1' });

    const prism = await started;
    const greeting = await readGreeting(child);
    const url = /curl .* (http:\S+)/.exec(greeting)?.[1] ?? '';
    const token = /Bearer (\w+)/.exec(greeting)?.[1];
    const status = await statusOf(url, { host: 'mock:4010', authorization: `Bearer ${token}` });
    child.kill(signal);
    const [exitCode] = await once(child, 'exit');

    expect(await prism.ended).toBeDefined();
    expect(status).toBe(200);
    expect(greeting).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);
    expect(exitCode).toBe(0);
  },
);

test.each(['before it listens', 'after it listens'])('a command that is killed %s leaves no Prism', async (time) => {
  const watch = await watchPrism();
  const started = watch.next();
  const child = start(['--port', '0'], { ...watch.environment });
  const prism = await started;
  if (time === 'after it listens') await readGreeting(child);

  child.kill('SIGKILL');

  await expect(prism.ended).resolves.toBeDefined();
});

const overlay = `overlay: 1.0.0
info: { title: A deployment, version: 1.0.0 }
actions:
  - target: $["x-milestone-states"][*]
    remove: true
  - target: $
    update: { x-milestone-states: [NEW, UNPAID, FUNDED, PAYING, DONE], x-rules-off: [CONTRACT-1b] }
  - target: $.paths
    update:
      /v3/contracts/{number}:
        servers: [{ url: https://contract.escrow.example, x-host: contract }]
        parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
        put:
          operationId: replaceContract
          security: [{ clientAdminToken: [] }]
          x-retry: repeatable
          parameters: [{ name: depth, in: query, required: true, schema: { type: integer } }]
          requestBody:
            required: true
            content: { application/json: { schema: { type: object, required: [title] } } }
          responses:
            201:
              description: Replaced.
              content: { application/json: { schema: { type: object }, example: { state: OPEN } } }
        delete:
          operationId: deleteContract
          security: [{ clientAdminToken: [] }]
          x-retry: repeatable
          responses: { 204: { description: Gone. } }
  - target: $.paths['/api/external/contracts/{contractId}/milestones'].patch
    update: { parameters: [{ name: X-Tenant-Id, in: header, required: true, schema: { type: string } }] }
  - target: $.paths['/realms/service/service-partner/customers'].post.responses
    update:
      '422':
        description: Refused.
        content:
          application/json:
            schema: { type: object }
            examples: { other: { x-rules: [ERR-1], value: { fault: UNKNOWN } } }
`;

test('overlays change what the command answers, and add operations without example requests', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'overlay.yaml'), overlay);
  const child = start(['--port', '0'], { ESCROW_OVERLAY: join(folder, 'overlay.yaml') });
  const [, url = ''] = /Service: (http:\S+)/.exec(await readGreeting(child)) ?? [];
  const options = { url, token: 'adm_sandbox' };

  const [created, noted, replaced, refused, forbidden, deleted, withoutHeader, unregistered] = await Promise.all([
    sendRequest('POST /api/external/contracts', { ...options, json: requestExample('createContract') }),
    sendRequest('POST /api/external/contracts', {
      ...options,
      json: { ...requestExample('createContract'), itemDetail: {} },
    }),
    sendRequest('PUT /v3/contracts/7?depth=1', { ...options, json: { title: 'Any' } }),
    sendRequest('PUT /v3/contracts/seven?depth=1', { ...options, json: { title: 'Any' } }),
    sendRequest('DELETE /v3/contracts/7', { url, token: 'org_sandbox' }),
    sendRequest('DELETE /v3/contracts/7', options),
    sendRequest('PATCH /api/external/contracts/c/milestones', { ...options, json: requestExample('addMilestones') }),
    sendRequest('POST /realms/service/service-partner/customers', {
      url,
      token: 'org_sandbox',
      json: { phoneNumber: 'none' },
    }),
  ]);

  expect(created).toMatchObject({ status: 200, body: { data: { status: 'NEW' } } });
  expect(noted).toEqual(created);
  expect(replaced).toEqual({ status: 201, body: { state: 'OPEN' } });
  expect([refused.status, forbidden.status]).toEqual([400, 403]);
  expect(deleted).toEqual({ status: 204, body: '' });
  expect(withoutHeader).toEqual(answerExample('addMilestones', 400, 'otherRefusal'));
  expect(unregistered).toEqual({ status: 422, body: { fault: 'UNKNOWN' } });
});
