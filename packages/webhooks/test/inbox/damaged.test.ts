import { isSoak } from '@escrow-kit/tools';
import { expect, onTestFinished, test } from 'vitest';
import { incoming } from './support/describe-inboxes.ts';
import { durableKinds, sqlite } from './support/inbox-kinds.ts';
import { createTraceStore } from './support/processes.ts';
import { untilCounts } from './support/until.ts';

const bodies = ['[]', '{"contractId":"milestone-0","sta', ''];

test.each(isSoak ? durableKinds : [sqlite])(
  'damaged bodies in $name hide no other event, are listed with their keys, and are dead at once without holding up others',
  async (kind) => {
    const { address, inbox, dispose } = await createTraceStore(kind);
    onTestFinished(dispose);
    const damaged = await Promise.all(bodies.map((_body, index) => incoming({ contractId: `milestone-${index}` })));
    const behind = await incoming({ contractId: 'milestone-0', status: 'COMPLETED' });
    const other = await incoming({ contractId: 'other' });
    for (const event of [...damaged, behind, other]) await inbox.insert(event);
    for (const [index, body] of bodies.entries()) await kind.query(address, kind.damage, [body, damaged[index]?.key]);

    const listed = await inbox.find();
    const handled: unknown[] = [];
    const failed: unknown[] = [];
    inbox.start(
      (event) => {
        handled.push([event.milestoneId, event.status]);
      },
      { onError: (error, attempt) => failed.push([error, attempt]) },
    );
    await untilCounts(inbox, { done: 2, dead: bodies.length });

    expect(listed).toMatchObject([
      ...damaged.map(({ key }, index) => ({
        key,
        rawBody: bodies[index],
        event: { status: 'unknown', receivedStatus: '' },
        damage: expect.stringContaining(key),
      })),
      { key: behind.key, event: behind.event, damage: undefined },
      { key: other.key, event: other.event, damage: undefined },
    ]);
    expect(handled.toSorted()).toEqual([
      ['milestone-0', 'COMPLETED'],
      ['other', 'PAID'],
    ]);
    expect(await inbox.deadLetters()).toMatchObject(
      damaged.map(({ key }) => ({ key, attempts: 1, lastError: expect.stringContaining('is not an event') })),
    );
    expect(failed).toHaveLength(bodies.length);
  },
);
