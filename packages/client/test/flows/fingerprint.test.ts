import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Journal, JournalEntry } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { createFakeService } from './fake-service.ts';
import { clientOn } from './inputs.ts';

const customer = { phoneNumber: '+966500000002' };

const onboard = (journal: Journal, key = 'order-1') =>
  clientOn(createFakeService().fetch).flows.onboardCustomer(customer, { key, journal });

async function entryOf(journal: Journal, key = 'order-1'): Promise<JournalEntry> {
  await onboard(journal, key);
  const entry = await journal.load(key);
  if (!entry) throw new Error(`The journal has nothing under ${key}.`);
  return entry;
}

const hashOf = ({ steps: { registerCustomer: step } }: JournalEntry): string =>
  step?.status === 'done' ? step.inputHash : '';

it('nobody can see whether two journals have the same phone number', async () => {
  const journal = createMemoryJournal();

  const entries = [await entryOf(journal, 'order-1'), await entryOf(journal, 'order-2')];

  expect(new Set(entries.map(hashOf)).size).toBe(2);
  expect(new Set(entries.map(({ salt }) => salt)).size).toBe(2);
});

it('a phone number cannot be found by hashing all phone numbers, salted or not', async () => {
  const entry = await entryOf(createMemoryJournal());

  const bare = [JSON.stringify(customer), entry.salt + JSON.stringify(customer), JSON.stringify(customer) + entry.salt];
  const found = bare.map((text) => createHash('sha256').update(text).digest('hex'));

  expect(hashOf(entry)).toMatch(/^[0-9a-f]{64}$/);
  expect(found).not.toContain(hashOf(entry));
});
