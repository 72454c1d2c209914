import { until } from '@escrow-kit/suite/until';
import { expect } from 'vitest';
import { describeInboxes } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

/** What the handlers call is down. */
class Outage extends Error {}

const isOutage = (error: unknown): boolean => error instanceof Outage;

/** Retries without long delays. */
const quickly = { firstDelayInMs: 1, longestDelayInMs: 1, attempts: 1_000 };

describeInboxes('while what the handlers call is down, in', (test) => {
  test('few events are attempted, and all once it is up again', async ({ inbox, insert }) => {
    const events = 60;
    let isDown = true;
    let attempts = 0;
    for (let event = 0; event < events; event += 1) await insert({ contractId: `milestone-${event}` });

    inbox.start(
      () => {
        attempts += 1;
        if (isDown) throw new Outage();
      },
      { ...quickly, isOutage, onError: () => {} },
    );
    await until(() => expect(attempts).toBeGreaterThan(0));
    await until(async () => expect(await inbox.counts()).toMatchObject({ processing: 0 }));
    // The first ten, and one after the first pause of a second or less.
    expect(attempts).toBeLessThanOrEqual(11);
    isDown = false;
    await untilCounts(inbox, { done: events });
  });

  test('an isOutage that throws is reported, and the events are attempted as usual', async ({ inbox, insert }) => {
    const errors: unknown[] = [];
    await insert({});

    inbox.start(
      (_event, { attempt }) => {
        if (attempt === 1) throw new Error('no');
      },
      {
        ...quickly,
        isOutage() {
          throw new TypeError('isOutage');
        },
        onError: (error) => errors.push(error),
      },
    );
    await untilCounts(inbox, { done: 1 });

    expect(errors).toEqual([new Error('no'), new TypeError('isOutage')]);
  });
});
