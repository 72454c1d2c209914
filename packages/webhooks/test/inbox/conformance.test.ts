import { expect } from 'vitest';
import { type Inbox, parseEvent } from '../../src/index.ts';
import { describeInboxes, incoming } from './support/describe-inboxes.ts';

describeInboxes('storing in', (test, kind) => {
  test('HOOK-8 keeps an event as it arrived, with an unknown status and field', async ({ inbox }) => {
    const event = await incoming({ status: 'REFUNDED', note: { text: 'كيف\u0000🟢' } });

    expect(await inbox.insert(event)).toBe('stored');

    const waiting = { status: 'pending', attempts: 0, retryAt: undefined, handledAt: undefined, lastError: undefined };
    expect(await inbox.find()).toEqual([{ ...event, ...waiting }]);
  });

  test.for([
    ['large', { note: 'n'.repeat(65_000) }],
    ['of a long milestone id', { contractId: 'm'.repeat(10_000) }],
    ['of a milestone id with odd characters', { contractId: '\u0000 \ud800 🟢 "' }],
  ] as const)('keeps an event that is %s, and finds it', async ([_title, sent], { inbox }) => {
    const event = await incoming(sent);

    await inbox.insert(event);

    const { milestoneId = '' } = event.event;
    expect(await inbox.find({ milestoneId })).toMatchObject([{ rawBody: event.rawBody, event: event.event }]);
    expect(await inbox.insert(event)).toBe('duplicate');
  });

  test('HOOK-8 keeps an event that is nested as deeply as a body can be', async ({ inbox }) => {
    const depth = 30_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { event: _event, ...paid } = await incoming();
    const rawBody = `${paid.rawBody.slice(0, -1)},"nested":${nested}}`;
    const event = parseEvent(rawBody) ?? expect.unreachable();

    expect(await inbox.insert({ ...paid, event, rawBody })).toBe('stored');

    expect((await inbox.find())[0]?.rawBody).toBe(rawBody);
  });

  test('HOOK-4 HOOK-7 exactly one of duplicates that arrive together is stored', async ({ inbox }) => {
    const event = await incoming();

    const results = await Promise.all(Array.from({ length: 50 }, () => inbox.insert(event)));

    expect(results.filter((result) => result === 'stored')).toHaveLength(1);
    expect(await inbox.insert({ ...event, receivedAt: new Date() })).toBe('duplicate');
    expect(await inbox.counts()).toMatchObject({ pending: 1, quarantined: 0 });
  });

  test('HOOK-3 an event that cannot be stored fails no others that arrive with it', async ({ inbox }) => {
    const events = await Promise.all(['a', 'b', 'c'].map((contractId) => incoming({ contractId })));
    const broken = { ...(await incoming()), rawBody: Symbol('no text') as unknown as string };

    const results = await Promise.allSettled([broken, ...events].map((event) => inbox.insert(event)));

    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(await inbox.counts()).toMatchObject({ pending: 3 });
  });

  test('HOOK-7 quarantines a duplicate whose body differs, once, even if both arrive together', async ({ inbox }) => {
    const event = await incoming();
    const other = { ...event, rawBody: `${event.rawBody} ` };

    await Promise.all([inbox.insert(event), inbox.insert(other)]);
    await inbox.insert(other);
    await inbox.insert(event);

    const [stored] = await inbox.find();
    const [kept, reported] = stored?.rawBody === event.rawBody ? [event, other] : [other, event];
    expect(await inbox.find()).toMatchObject([{ rawBody: kept.rawBody }]);
    const reason = expect.stringContaining(event.key);
    expect(await inbox.findQuarantined()).toEqual([
      { rawBody: reported.rawBody, reason, receivedAt: other.receivedAt },
    ]);
  });

  test('HOOK-8 quarantines a body without an event, once, until it is discarded', async ({ inbox }) => {
    const body = { rawBody: '"\u0000', reason: 'event_invalid', receivedAt: new Date() };

    await Promise.all([inbox.quarantine(body), inbox.quarantine(body)]);
    await inbox.quarantine({ ...body, reason: 'body_not_utf8' });

    expect(await inbox.findQuarantined()).toEqual([body, { ...body, reason: 'body_not_utf8' }]);
    expect(await inbox.findQuarantined(1)).toHaveLength(1);
    expect([await inbox.discardQuarantined(body), await inbox.discardQuarantined(body)]).toEqual([true, false]);
    expect(await inbox.findQuarantined()).toEqual([{ ...body, reason: 'body_not_utf8' }]);
  });

  test('finds more than a page, in the order of arrival', async ({ inbox }) => {
    const receivedAt = new Date();
    const bodies = Array.from({ length: 120 }, (_, index) => ({
      rawBody: `${index}`,
      reason: 'event_invalid',
      receivedAt,
    }));
    const events = await Promise.all(bodies.map(({ rawBody }) => incoming({ referenceId: rawBody })));
    const keys = events.map(({ key }) => key);

    // PostgreSQL stores those that arrive together in any order; the others would wait for the disk each time.
    if (kind.name === 'PostgreSQL') for (const body of bodies) await inbox.quarantine(body);
    else await Promise.all(bodies.map((body) => inbox.quarantine(body)));
    await Promise.all(events.map((event) => inbox.insert(event)));

    expect(await inbox.findQuarantined(1_000)).toEqual(bodies);
    expect((await inbox.find({ limit: 1_000 })).map(({ key }) => key)).toEqual(keys);
    expect((await inbox.find({ status: 'pending', limit: 120 })).map(({ key }) => key)).toEqual(keys);
  });

  test('finds by milestone, status and key, in the order of arrival', async ({ inbox }) => {
    const events = [
      await incoming({ contractId: 'b' }),
      await incoming({ contractId: 'a' }),
      await incoming({ contractId: 'b', status: 'COMPLETED' }),
    ];
    for (const event of events) await inbox.insert(event);
    const keys = events.map(({ key }) => key);
    const keysOf = async (...filter: Parameters<Inbox['find']>) => (await inbox.find(...filter)).map(({ key }) => key);

    expect(await keysOf({ milestoneId: 'b' })).toEqual([keys[0], keys[2]]);
    expect(await keysOf({ milestoneId: 'b', limit: 1 })).toEqual([keys[0]]);
    expect(await keysOf({ key: keys[1] as string })).toEqual([keys[1]]);
    expect(await keysOf({ status: 'pending', milestoneId: 'a' })).toEqual([keys[1]]);
    expect(await keysOf({ status: 'done' })).toEqual([]);
    expect(await keysOf({ after: keys[0] as string, limit: 1 })).toEqual([keys[1]]);
    expect(await keysOf({ after: keys[0] as string, status: 'pending', milestoneId: 'b' })).toEqual([keys[2]]);
    expect(await keysOf({ after: 'unknown' })).toEqual([]);
  });

  test('counts nothing at first, and says how old the oldest open event is, at least 0 by the given clock', async ({
    inbox,
    insert,
    clock,
  }) => {
    const nothing = { pending: 0, processing: 0, dead: 0, quarantined: 0, oldestAgeInMs: undefined };
    expect(await inbox.counts()).toEqual(nothing);
    clock.now = new Date('2026-11-21T08:00:00Z');
    await insert({});
    clock.now = new Date('2026-11-21T09:00:00Z');
    await insert({ status: 'COMPLETED' });

    expect(await inbox.counts()).toMatchObject({ pending: 2, oldestAgeInMs: 3_600_000 });
    clock.now = new Date('2026-11-20T08:00:00Z');
    expect(await inbox.counts()).toMatchObject({ oldestAgeInMs: 0 });
  });

  test('HOOK-4 stores an insert just before closing, and then rejects every call', async ({ inbox }) => {
    const event = await incoming();
    const inserted = inbox.insert(event);
    await Promise.all([inbox.close(), inbox.close()]);

    expect(await inserted).toBe('stored');
    const calls = [
      inbox.insert(event),
      inbox.quarantine({ rawBody: '', reason: 'event_invalid', receivedAt: new Date() }),
      inbox.find(),
      inbox.counts(),
      inbox.replay(event.key),
      inbox.prune({ olderThanInMs: 0 }),
      inbox.ready(),
    ];
    for (const call of calls) {
      await expect(call).rejects.toMatchObject({ code: 'inbox', message: expect.stringContaining('is closed') });
    }
    expect(() => inbox.start(() => {})).toThrow('is closed');
  });

  test('HOOK-4 stores what arrives while closing waits for a handler', async ({ inbox, insert }) => {
    const begun = Promise.withResolvers<void>();
    const isFree = Promise.withResolvers<void>();
    await insert({});
    inbox.start(() => {
      begun.resolve();
      return isFree.promise;
    });
    await begun.promise;

    const closing = inbox.close();
    const inserted = await inbox.insert(await incoming({ referenceId: 'later' }));
    isFree.resolve();
    await closing;

    expect(inserted).toBe('stored');
  });
});
