import { listWebhookRequests, milestoneStates } from '@escrow-kit/spec';
import { source } from './source.ts';

/** The states that events report, as `@escrow-kit/webhooks` names them, by their positions among the states of a milestone. */
const reportedStates = { 2: 'PAID', 3: 'CASHOUT_IN_PROGRESS', 4: 'COMPLETED' };

/** How events are sent, for `createEventSource` of `@escrow-kit/webhooks/deployment`, as TypeScript source. */
export function webhookSource(): string {
  const [webhook] = listWebhookRequests();
  const names = Object.entries(reportedStates).map(([position, name]) => [milestoneStates[Number(position)], name]);
  const isRenamed = names.some(([own, name]) => own !== name);
  const deployment = {
    signature: webhook?.definition['x-signature'] ?? null,
    allowedAddresses: webhook?.definition['x-allowed-addresses'],
    statuses: isRenamed ? Object.fromEntries(names) : undefined,
  };
  return `/** How events are sent, for \`createEventSource\` of \`@escrow-kit/webhooks/deployment\`. */
export const webhookDeployment = ${source(deployment)} as const;`;
}
