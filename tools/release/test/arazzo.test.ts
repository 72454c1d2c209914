import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryFolder } from '../src/repository.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { type CommandResult, tryCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

interface Arazzo {
  workflows: { workflowId: string }[];
  components: { inputs: Record<string, { default: string }> };
}

const file = join(repositoryFolder, 'spec/workflows.arazzo.yaml');
const redocly = join(repositoryFolder, 'tools/release/node_modules/.bin/redocly');
const { components, workflows }: Arazzo = parse(readFileSync(file, 'utf8'));

const folder = createTemporaryFolder(afterAll);

test('every workflow runs in Respect, up to a checkout that the buyer can pay with the ticket', async () => {
  const sandbox = await startedSandbox();

  const mainJob = await run(sandbox, ['mainJob']);
  const checkoutUrl = mainJob.answerOf('startPayment').data ?? '';
  const [, shortId = ''] = /\/external\/([^/?]+)/.exec(checkoutUrl) ?? [];
  const ticket = await run(sandbox, ['requestTicket'], { shortId });
  const redirect = `${checkoutUrl}&ticket=${encodeURIComponent(ticket.answerOf('requestTicket').ticket ?? '')}`;
  const { session } = await sandbox.control.openCheckout(redirect);
  await sandbox.control.giveCheckoutConsent(session, true);
  const { state } = await sandbox.control.payCheckout(session);

  expect([mainJob.exitCode, ticket.exitCode]).toEqual([0, 0]);
  expect([...mainJob.ran, ...ticket.ran].toSorted()).toEqual(workflows.map(({ workflowId }) => workflowId).toSorted());
  expect(state).toBe('PAID');
});

test('the run fails at the step of a fault, or of PAY-4 an unknown milestone, shows no secret and no person, and stops', async () => {
  const sandbox = await startedSandbox();
  for (const target of ['addMilestones', 'requestTicket'] as const) {
    await sandbox.control.addFault({ target, kind: 'status', status: 503 });
  }
  const failures = [
    ['mainJob', 'addMilestone'],
    ['startPayment', 'startPayment'],
    ['requestTicket', 'requestTicket'],
  ] as const;

  const ids = failures.map(([id]) => id);
  const { exitCode, output } = await run(sandbox, ids, { milestoneId: 'none', shortId: 'none' });

  const failed = [...output.matchAll(/stepId - (\w+)/g)].map(([, step]) => step);
  expect(exitCode).toBe(1);
  expect(new Set(failed)).toEqual(new Set(failures.map(([, step]) => step)));
  expect(output).not.toContain('addParties');
  expect(Object.values(components.inputs).filter(({ default: value }) => output.includes(value))).toEqual([]);
});

async function startedSandbox(): Promise<Sandbox> {
  const sandbox = await startSandbox();
  onTestFinished(sandbox.close);
  return sandbox;
}

/** A step of Respect's JSON, or a workflow that was run as one. */
interface Executed {
  workflowId: string;
  stepId?: string;
  response?: { body: Record<string, string> };
  executedSteps?: Executed[];
}

interface Run extends CommandResult {
  /** The workflows that ran. */
  ran: Set<string>;
  /** The body that a step was answered with. */
  answerOf(stepId: string): Record<string, string>;
}

/** Runs workflows by Respect, which reports nothing to Redocly. */
async function run({ url }: Sandbox, ids: readonly string[], inputs: Record<string, string> = {}): Promise<Run> {
  const json = join(folder, `${ids.join('-')}.json`);
  const options = [...ids.flatMap((id) => ['--workflow', id]), '--server', `escrow=${url}`, '--json-output', json];
  const result = await tryCommand(redocly, ['respect', file, ...options], {
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
