import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn, journaledFlows } from './inputs.ts';
import { createRecordingJournal } from './recording-journal.ts';

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

describe.each(journaledFlows)('the journal of $flow', ({ flow, run }) => {
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

    const steps = Object.keys(entries.at(-1)?.steps ?? {});
    const expected = steps.flatMap((step) => [
      ...(step === 'registerCustomer' ? [] : [`${step} pending`]),
      `${step} done`,
    ]);
    const saved = entries.map((entry) => {
      const [name = '', state] = Object.entries(entry.steps).at(-1) ?? [];
      return `${name} ${state?.status}`;
    });
    expect(entries.map(({ revision }) => revision)).toEqual(entries.map((_, index) => index + 1));
    expect(saved).toEqual(expected);
    expect(entries.map((entry) => entry.flow)).toEqual(entries.map(() => flow));
  });

  it('is printed without personal data in the error of a pending step', async () => {
    const { load, save } = createMemoryJournal();
    const journal: Journal = {
      load,
      save: (key, entry) => (entry.revision % 2 === 0 ? Promise.reject(new Error('full')) : save(key, entry)),
    };

    const error = await failureOf(run(clientOn(createEchoingFetch()), { key: 'order-1', journal }));

    expect(JSON.stringify(error) + inspect(error, { depth: 10 })).not.toMatch(personal);
  });
});
