import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test } from 'vitest';
import { answerExample, requestExample } from './document-example.ts';
import { sendRequest } from './send-request.ts';
import { statusOf } from './status-of.ts';
import { watchPrism } from './watch-prism.ts';

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

/** Reads what the command prints until the greeting is complete, and then stops reading, as `head` does. */
async function readGreeting(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout ?? []) {
    output += chunk;
    if (/^Try: .*\n/m.test(output)) return output;
  }
  throw new Error(`The command ended after ${JSON.stringify(output)}.`);
}

/** The signals that end a command, with its exit code. */
const signals = [
  ['SIGTERM', 0],
  ['SIGINT', 0],
  ['SIGKILL', null],
] as const;

// One command shows all of it, because each needs a Prism of its own.
test.each(isSoak ? signals : signals.slice(0, 1))(
  'the command prints how to call it, answers to any host if others reach it and as overlays say, and %s ends it and Prism',
  async (signal, exitCode) => {
    const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'overlay.yaml'), overlay);
    const watch = await watchPrism();
    const started = watch.next();
    const child = start(['--port', '0', '--host', '0.0.0.0'], {
      ...watch.environment,
      PORT: '1',
      ESCROW_OVERLAY: join(folder, 'overlay.yaml'),
    });
    const prism = await started;

    const greeting = await readGreeting(child);
    expect(greeting).toMatch(/org_sandbox.*adm_sandbox.*usr_sandbox.*app_sandbox.*key_sandbox/s);

    const url = /Service: (http:\S+)/.exec(greeting)?.[1] ?? '';
    const [, token, shownUrl = ''] = /curl .* Bearer (\w+)' (http:\S+)/.exec(greeting) ?? [];
    expect(await statusOf(shownUrl, { host: 'mock:4010', authorization: `Bearer ${token}` })).toBe(200);
    await expectAnswersOfOverlay(url);

    child.kill(signal);
    expect(await once(child, 'exit')).toContain(exitCode);
    expect(await prism.ended).toBeDefined();
  },
);

/** Its states, operations without example requests, headers and statuses count. */
async function expectAnswersOfOverlay(url: string): Promise<void> {
  const options = { url, token: 'adm_sandbox' };
  const contract = requestExample('createContract');

  const created = await sendRequest('POST /api/external/contracts', { ...options, json: contract });
  expect(created).toMatchObject({ status: 200, body: { data: { status: 'NEW' } } });
  const noted = { ...contract, itemDetail: {} };
  expect(await sendRequest('POST /api/external/contracts', { ...options, json: noted })).toEqual(created);

  const replacement = { ...options, json: { title: 'Any' } };
  const replaced = await sendRequest('PUT /v3/contracts/7?depth=1', replacement);
  expect(replaced).toEqual({ status: 201, body: { state: 'OPEN' } });
  expect(await sendRequest('PUT /v3/contracts/seven?depth=1', replacement)).toMatchObject({ status: 400 });
  expect(await sendRequest('DELETE /v3/contracts/7', { url, token: 'org_sandbox' })).toMatchObject({ status: 403 });
  expect(await sendRequest('DELETE /v3/contracts/7', options)).toEqual({ status: 204, body: '' });

  const milestones = { ...options, json: requestExample('addMilestones') };
  const withoutHeader = await sendRequest('PATCH /api/external/contracts/c/milestones', milestones);
  expect(withoutHeader).toEqual(answerExample('addMilestones', 400, 'otherRefusal'));
  const unregistered = await sendRequest('POST /realms/service/service-partner/customers', {
    url,
    token: 'org_sandbox',
    json: { phoneNumber: 'none' },
  });
  expect(unregistered).toEqual({ status: 422, body: { fault: 'UNKNOWN' } });
}
