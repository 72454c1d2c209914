import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/index.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, journaledFlows } from './inputs.ts';
import { createRecordingJournal } from './interrupted-flow.ts';

const personal = /966500000|SA0380|1012345678|Sara|Palm|Bike|secret-|https?:(?!\/\/service\.example")/;

/** A service that echoes each request in its answer, and adds data that must not be saved. */
function createEchoingFetch() {
  const service = createFakeService();
  return async (request: Request): Promise<Response> => {
    const echo = {
      request: await request.clone().text(),
      ticket: 'secret-ticket',
      clientUserToken: 'secret-token',
      checkoutUrl: 'https://pay.example/external/short_1',
    };
    const { data, ...body } = await (await service.fetch(request)).json();
    const milestones = data?.milestones?.map((milestone: object) => ({ ...milestone, ...echo }));
    return Response.json({ ...body, ...echo, data: { ...data, ...echo, ...(milestones && { milestones }) } });
  };
}

describe.each(Object.values(journaledFlows))('the journal of $flow', ({ flow, run, steps }) => {
  it('contains no secret, no address and no personal data, whatever the service answers', async () => {
    const { journal, entries } = createRecordingJournal();

    await run(clientOn(createEchoingFetch()), { key: 'order-1', journal });

    const text = JSON.stringify(entries);
    expect(text).toContain('done');
    expect(text).not.toMatch(personal);
  });

  it('saves each step as pending, unless it may be repeated, then as done, and raises the revision each time', async () => {
    const { journal, entries } = createRecordingJournal();

    await run(clientOn(createFakeService().fetch), { key: 'order-1', journal });

    const expected = steps.flatMap((step) =>
      step === 'registerCustomer' ? [`${step} done`] : [`${step} pending`, `${step} done`],
    );
    const saved = entries.map((entry) => {
      const [name = '', state] = Object.entries(entry.steps).at(-1) ?? [];
      return `${name} ${state?.status}`;
    });
    expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_, index) => index + 1));
    expect(saved).toEqual(expected);
    expect(entries.map((entry) => entry.flow)).toEqual(entries.map(() => flow));
  });
});

const customer = { phoneNumber: '+966500000002' };

const hashOf = ({ steps: { registerCustomer: step } }: JournalEntry): string =>
  step?.status === 'done' ? step.inputHash : '';

it('nobody can find a phone number by its hash, or see whether two entries have the same one', async () => {
  const { journal, entries } = createRecordingJournal();
  const { flows } = clientOn(createFakeService().fetch);
  for (const key of ['order-1', 'order-2']) await flows.onboardCustomer(customer, { key, journal });

  const hashes = entries.map(hashOf);

  const text = JSON.stringify(customer);
  const guesses = entries.flatMap(({ salt }) => [text, salt + text, text + salt]);
  const guessed = guesses.map((guess) => createHash('sha256').update(guess).digest('hex'));
  expect(hashes).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(new Set(hashes).size).toBe(2);
  expect(guessed).not.toContain(hashes[0]);
});
