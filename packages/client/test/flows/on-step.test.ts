import { expect, it } from 'vitest';
import type { ClientObserver } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { lose, refuse } from '../support/scripted-fetch.ts';
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
  ['not sent', refuse, 'failed'],
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

it.each([
  [
    'throws',
    () => {
      throw new Error('The page is gone.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The page is gone.'))],
])('an onStep that %s is logged and changes nothing', async (_name, onStep) => {
  const warnings: string[] = [];
  const observer: ClientObserver = { warning: ({ message }) => void warnings.push(message) };
  const client = clientOn(createFakeService().fetch, { observer });

  const opened = await client.flows.openContract(contractToOpen, { key, journal: createMemoryJournal(), onStep });

  expect(opened).toEqual(openedContract);
  expect(warnings).toHaveLength(8);
  expect(warnings[0]).toBe('onStep of openContract failed at createContract');
});
