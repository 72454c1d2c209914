import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { createFolder } from '../support/create-folder.ts';
import { incoming } from './support/events.ts';

const events = await Promise.all(
  Array.from({ length: 50 }, (_, index) => incoming({ referenceId: `reference-${index}` })),
);

function openSqlite() {
  const path = join(createFolder(), 'inbox.db');
  const inbox = createSqliteInbox({ path });
  const reader = new DatabaseSync(path);
  onTestFinished(async () => {
    reader.close();
    await inbox.close();
  });
  // Another value after each commit of another connection.
  return { inbox, version: () => reader.prepare('pragma data_version').get()?.['data_version'] };
}

test('HOOK-3 events that arrive one after another, each in a turn of the event loop, share commits', async () => {
  const { inbox, version } = openSqlite();
  const versions = new Set([version()]);

  const inserted = [];
  for (const event of events) {
    inserted.push(inbox.insert(event));
    await nextTurn();
    versions.add(version());
  }
  await Promise.all(inserted);

  expect(versions.size).toBeLessThan(events.length / 2);
  expect(await inbox.counts()).toMatchObject({ pending: events.length });
});

test('HOOK-3 an event is stored although others keep arriving', async () => {
  const { inbox } = openSqlite();
  let isStored = false;
  const [first, ...others] = events;

  const inserted = [first && inbox.insert(first).then(() => (isStored = true))];
  while (!isStored) {
    inserted.push(...others.slice(0, 1).map((event) => inbox.insert(event).then(() => true)));
    await nextTurn();
  }
  await Promise.all(inserted);

  expect(isStored).toBe(true);
});
