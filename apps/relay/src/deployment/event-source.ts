import { allowedAddresses, eventSignature, kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import type { KnownStatus } from '@escrow-kit/webhooks';
import { createEventSource } from '@escrow-kit/webhooks/deployment';

/** The position of the first state that events report, among the states of a milestone. */
const firstReported = 2;

const statuses = Object.fromEntries(
  milestoneStates.map((own, position) => [own, kitMilestoneStates[position] as KnownStatus]).slice(firstReported),
);

/** How events are sent, by the document with its overlays: the relay accepts and forwards them so. */
export const eventSource: ReturnType<typeof createEventSource> = createEventSource({
  signature: eventSignature ?? null,
  ...(allowedAddresses && { allowedAddresses }),
  statuses,
});
