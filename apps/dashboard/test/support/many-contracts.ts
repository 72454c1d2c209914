import type { Sandbox } from '@escrow-kit/sandbox';
import type { Receiver } from '@escrow-kit/sandbox/test-support/receiver';
import type { StartedService } from '@escrow-kit/sandbox/test-support/started-sandbox';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { fillTenant, openPurchase } from './dashboard-story.ts';

type Row = Record<string, unknown>;
type Store = StartedService['service']['store'];

/** The contracts of one story of a shop. */
const contractsOfStory = 5;
/** The time over which the stories are spread. */
const spanInMs = 20 * 3_600_000;

/** The tables whose rows are copied for each story. The others, such as users, are shared. */
const copied = [
  ...(['contracts', 'milestones', 'parties', 'ledgerEntries', 'events'] as const),
  ...(['deliveries', 'deliveryAttempts', 'requests'] as const),
];

/** Fills a tenant with about as many contracts, in every state and over most of a day; the last webhooks fail. */
export async function fillWithContracts(
  tenant: Sandbox,
  { count, receiver, store }: { count: number; receiver: Receiver; store: Store },
): Promise<void> {
  const { control } = tenant;
  if (count >= contractsOfStory) {
    await copyStory(tenant, { stories: Math.round(count / contractsOfStory), webhookUrl: receiver.url, store });
  }
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

/** Makes one story by calls, and the others by copying its rows. */
async function copyStory(
  tenant: Sandbox,
  { stories, webhookUrl, store }: { stories: number; webhookUrl: string; store: Store },
): Promise<void> {
  await fillTenant(tenant, webhookUrl);
  await tenant.control.resume();
  const tenantId = tenant.control.tenant;
  for (const table of copied) {
    const rows: Row[] = store.list(table, { tenantId });
    store.delete(table, { tenantId });
    store.transaction(() => {
      for (let copy = 0; copy < stories; copy += 1) {
        for (const row of copyRows(rows, copy, stories)) store.insert(table, row as never);
      }
    });
  }
}

/** The deadline of the stories, and that of every fourth. */
const [later, overdue] = ['2030-01-01', '2026-01-01'];

/** A copy with ids of its own, in order, and earlier times. Every fourth has overdue milestones. */
function copyRows(rows: Row[], copy: number, stories: number): Row[] {
  const mark = String(copy).padStart(6, '0');
  const earlierInMs = Math.round((spanInMs * (stories - 1 - copy)) / stories);
  const deadline = copy % 4 === 0 ? overdue : later;
  const text = JSON.stringify(rows)
    .replaceAll(/\b([a-z]+)_0([0-9a-z]{20})/g, `$1_${mark}$2`)
    .replaceAll('"shortId":"', `$&${mark}`)
    .replaceAll(later, deadline)
    .replaceAll(`"deadLineAt":${Date.parse(later)}`, `"deadLineAt":${Date.parse(deadline)}`);
  return JSON.parse(text, (key, value) =>
    key.endsWith('At') && key !== 'deadLineAt' && typeof value === 'number' ? value - earlierInMs : value,
  );
}
