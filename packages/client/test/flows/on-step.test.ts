import { expect, it } from 'vitest';
import type { ClientObserver } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { lose } from '../support/scripted-client.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, contractToOpen, openedContract } from './inputs.ts';
import { key, setUp } from './interrupted-flow.ts';

it('onStep receives each step as pending and as done, with its position', async () => {
  const { client, journal } = setUp();
  const received: object[] = [];

  await client.flows.openContract(contractToOpen, { key, journal, onStep: (progress) => void received.push(progress) });

  const steps = ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'];
  const progressOf = (step: string, status: string) => ({
    flow: 'openContract',
    key,
    step,
    position: steps.indexOf(step) + 1,
    total: 4,
    status,
  });
  expect(received).toEqual(steps.flatMap((step) => [progressOf(step, 'pending'), progressOf(step, 'done')]));
});

it.each([
  ['refused', async () => new Response('{}', { status: 400 }), 'failed'],
  ['lost', lose, 'unknown'],
])('onStep receives a step that was %s, and in the next run the steps that are done', async (_name, send, status) => {
  const { client, journal } = setUp({ request: 2, send });
  const run = async () => {
    const received: string[] = [];
    await client.flows
      .openContract(contractToOpen, {
        key,
        journal,
        onStep: ({ step, status: now }) => void received.push(`${step} ${now}`),
      })
      .catch(() => {});
    return received;
  };

  const first = await run();
  const again = await run();

  expect(first).toEqual([
    'createContract pending',
    'createContract done',
    'addMilestones.1 pending',
    `addMilestones.1 ${status}`,
  ]);
  expect(again.slice(0, 2)).toEqual([
    'createContract done',
    `addMilestones.1 ${status === 'failed' ? 'pending' : status}`,
  ]);
});

it('an onStep that throws is logged and changes nothing', async () => {
  const warnings: string[] = [];
  const observer: ClientObserver = { warning: ({ message }) => void warnings.push(message) };
  const client = clientOn(createFakeService().fetch, { observer });
  const onStep = () => {
    throw new Error('The page is gone.');
  };

  const opened = await client.flows.openContract(contractToOpen, { key, journal: createMemoryJournal(), onStep });

  expect(opened).toEqual(openedContract);
  expect(warnings).toEqual(Array(8).fill(expect.stringMatching(/^onStep of openContract failed at /)));
});
