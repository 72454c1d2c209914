import type { Sandbox } from '@escrow-kit/sandbox';
import type { Receiver } from '@escrow-kit/sandbox/test-support/receiver';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { fillTenant, openPurchase } from './dashboard-story.ts';

type Row = Record<string, unknown>;

/** The contracts of one story of a shop. */
const contractsOfStory = 5;
/** The time over which the stories are spread. */
const spanInMs = 20 * 3_600_000;

/** Copied for each story. The others, such as users, are shared. */
const copied = [
  ...['contracts', 'milestones', 'parties', 'ledgerEntries', 'events'],
  ...['deliveries', 'deliveryAttempts', 'requests'],
];

/** Fills a tenant with about as many contracts, in every state and over most of a day; the last webhooks fail. */
export async function fillWithContracts(tenant: Sandbox, count: number, receiver: Receiver): Promise<void> {
  const { control } = tenant;
  if (count >= contractsOfStory) await importStories(tenant, Math.round(count / contractsOfStory), receiver.url);
  await control.setWebhook(receiver.url);
  if (count === 0) return;
  receiver.answer = (response) => void response.writeHead(503).end('{"error":"no connection to the database"}');
  for (const title of count === 1 ? ['Logo and business cards'] : ['Walnut chair', 'Logo and business cards']) {
    await control.advance(attemptsInSeconds.at(-1) ?? 0);
    const { milestoneId } = await openPurchase(tenant, { title });
    await control.pay(milestoneId);
    await control.drain();
  }
}

async function importStories(tenant: Sandbox, stories: number, webhookUrl: string): Promise<void> {
  await fillTenant(tenant, webhookUrl);
  await tenant.control.resume();
  const story = await tenant.control.export();
  const tables = Object.entries(story.tables).map(([name, rows]) => {
    if (!copied.includes(name)) return [name, rows];
    return [name, Array.from({ length: stories }, (_, copy) => copyRows(rows, copy, stories)).flat()];
  });
  await tenant.control.import({ ...story, tables: Object.fromEntries(tables) });
}

/** A copy with ids of its own, in order, and earlier times. Every fourth has overdue milestones. */
function copyRows(rows: Row[], copy: number, stories: number): Row[] {
  const mark = String(copy).padStart(6, '0');
  const earlierInMs = Math.round((spanInMs * (stories - 1 - copy)) / stories);
  const text = JSON.stringify(rows)
    .replaceAll(/\b([a-z]+)_0([0-9a-z]{20})/g, `$1_${mark}$2`)
    .replaceAll('"shortId":"', `$&${mark}`)
    .replaceAll('2030-01-01', copy % 4 === 0 ? '2026-01-01' : '2030-01-01');
  return JSON.parse(text, (key, value) =>
    key.endsWith('At') && typeof value === 'number' ? value - earlierInMs : value,
  );
}
