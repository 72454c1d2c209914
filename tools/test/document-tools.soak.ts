import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryFolder } from '../src/release/publishable-packages.ts';
import { type CommandResult, outsideEnvironment, tryCommand } from './support/run-command.ts';

// Foreign tools read what the package of the document publishes: the document, the Arazzo workflows and Postman's collection. No
// workspace installs Spectral and Newman, Postman's command.

const specFile = (file: string): string => join(repositoryFolder, 'spec', file);
const redocly = join(repositoryFolder, 'tools/node_modules/.bin/redocly');
const folder = temporaryFolder(afterAll);

/** A sandbox from its sources. It has no types here, because the tools depend on no other workspace. */
async function startedSandbox() {
  const { startSandbox } = await import(join(repositoryFolder, 'apps/sandbox/src/index.ts'));
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

test.for([
  ['Redocly', redocly, ['lint'], '--config', 'extends: [recommended]\ntelemetry: off\n', 'Woohoo!'],
  [
    'Spectral',
    'npx',
    ['--yes', '--package', '@stoplight/spectral-cli@6.16.3', 'spectral', 'lint'],
    '--ruleset',
    'extends: spectral:oas\n',
    'No results',
  ],
] as const)('%s reports nothing about the document by its recommended rules', async (linter) => {
  const [name, command, args, option, rules, says] = linter;
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, rules);

  const { exitCode, output } = await tryCommand(command, [...args, specFile('openapi.bundle.json'), option, file], {
    cwd: folder,
  });

  expect(exitCode, output).toBe(0);
  expect(output).toContain(says);
  expect(output).not.toMatch(/warning/i);
});

const arazzoFile = specFile('workflows.arazzo.yaml');
const { components, workflows } = parse(readFileSync(arazzoFile, 'utf8'));

test('every workflow runs in Respect, up to a checkout that the buyer can pay with the ticket', async () => {
  const { url, control } = await startedSandbox();

  const mainJob = await respect(url, ['mainJob']);
  const checkoutUrl = mainJob.answerOf('startPayment')['data'] ?? '';
  const [, shortId = ''] = /\/external\/([^/?]+)/.exec(checkoutUrl) ?? [];
  const ticket = await respect(url, ['requestTicket'], { shortId });
  const redirect = `${checkoutUrl}&ticket=${encodeURIComponent(ticket.answerOf('requestTicket')['ticket'] ?? '')}`;
  const { session } = await control.openCheckout(redirect);
  await control.giveCheckoutConsent(session, true);
  const paid = await control.payCheckout(session);

  const ids = workflows.map(({ workflowId }: { workflowId: string }) => workflowId);
  expect([mainJob.exitCode, ticket.exitCode]).toEqual([0, 0]);
  expect(new Set([...mainJob.ran, ...ticket.ran])).toEqual(new Set(ids));
  expect(paid.state).toBe('PAID');
});

test('a run of Respect stops at the step that fails, also PAY-4 an unknown milestone, and shows no secret and no person', async () => {
  const { url, control } = await startedSandbox();
  for (const target of ['addMilestones', 'requestTicket']) {
    await control.addFault({ target, kind: 'status', status: 503 });
  }
  const ids = ['mainJob', 'startPayment', 'requestTicket'];

  const { exitCode, output } = await respect(url, ids, { milestoneId: 'none', shortId: 'none' });

  const failed = [...output.matchAll(/stepId - (\w+)/g)].map(([, step]) => step);
  const secrets = Object.values<{ default: string }>(components.inputs).filter(({ default: value }) =>
    output.includes(value),
  );
  expect(exitCode).toBe(1);
  expect(new Set(failed)).toEqual(new Set(['addMilestone', 'startPayment', 'requestTicket']));
  expect(output).not.toContain('addParties');
  expect(secrets).toEqual([]);
});

/** A step of Respect's JSON, or a workflow that was run as one. */
interface Executed {
  workflowId: string;
  stepId?: string;
  response?: { body: Record<string, string> };
  executedSteps?: Executed[];
}

interface RespectRun extends CommandResult {
  /** The workflows that ran. */
  ran: Set<string>;
  /** The body that a step was answered with. */
  answerOf(stepId: string): Record<string, string>;
}

/** Runs workflows by Respect, which reports nothing to Redocly. */
async function respect(url: string, ids: string[], inputs: Record<string, string> = {}): Promise<RespectRun> {
  const json = join(folder, `${ids.join('-')}.json`);
  const options = [...ids.flatMap((id) => ['--workflow', id]), '--server', `escrow=${url}`, '--json-output', json];
  const result = await tryCommand(redocly, ['respect', arazzoFile, ...options], {
    cwd: folder,
    env: { ...outsideEnvironment(), REDOCLY_TELEMETRY: 'off', REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs) },
  });
  const [report] = Object.values<{ executedWorkflows: Executed[] }>(JSON.parse(readFileSync(json, 'utf8')).files);
  const executed = (report?.executedWorkflows ?? []).flatMap(flatten);
  return {
    ...result,
    ran: new Set(executed.map(({ workflowId }) => workflowId)),
    answerOf: (id) => executed.find(({ stepId, response }) => stepId === id && response)?.response?.body ?? {},
  };
}

const flatten = (executed: Executed): Executed[] => [executed, ...(executed.executedSteps ?? []).flatMap(flatten)];

test('the collection runs in Postman, twice, up to a payment with which the escrow completes', async () => {
  const { url, control } = await startedSandbox();

  for (const redirectUrl of ['https://shop.example/return', 'https://shop.example/return?order=1&paid=1']) {
    const { exitCode, output } = await runCollection(url, { redirectUrl });
    const { requests } = await control.requests({ operationId: 'startPayment', limit: 1 });
    const { path, query } = requests[0].request;
    await control.giveConsent('+966500000001');
    await control.pay(path.milestoneId);
    await control.release(path.milestoneId);
    const { state } = await control.complete(path.milestoneId);

    expect(exitCode, output).toBe(0);
    expect(query.redirectUrl).toBe(redirectUrl.replaceAll('=1', '=[redacted]'));
    expect(state).toBe('COMPLETED');
  }
});

test.for([
  ['a refusal', 401, '{}', 'Register the buyer'],
  ['a 200 without a body', 200, '', 'Register the seller'],
  ['a 200 with a page', 200, '<html>', 'Register the seller'],
  ['a 200 without the field', 200, '{}', 'Register the seller'],
  ['a 200 with a field of another type', 200, '{"data":{"id":{}}}', 'Register the seller'],
] as const)('the collection stops in Postman at %s', async ([, status, body, lastStep]) => {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');

  const { exitCode, output } = await runCollection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  const steps = [...output.matchAll(/^→ (.+)$/gm)].map(([, step]) => step);
  expect(exitCode).toBe(1);
  expect(steps.at(-1)).toBe(lastStep);
});

/** Runs the collection with other values of its variables. */
function runCollection(url: string, others: Record<string, string> = {}): Promise<CommandResult> {
  const values = { contractUrl: url, authUrl: url, identityUrl: url, ...others };
  const variables = Object.entries(values).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
  const collection = specFile('collections/main-job.postman_collection.json');
  return tryCommand('npx', ['--yes', 'newman@6.2.2', 'run', collection, ...variables], { cwd: folder });
}
