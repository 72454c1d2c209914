import type {
  EventStatuses,
  HostNames,
  MilestoneStates,
  OperationIds,
  RetryDelaysInSeconds,
  RuleTopics,
  TokenKinds,
} from '../generated/facts.ts';
import { baseDocument } from './base-document.ts';
import type { Signature } from './document.ts';
import { type Facts, factsOf, type PartyRole, partyRolesOf, webhookOf } from './facts-of.ts';
import { openApiDocument } from './open-api-document.ts';

// The types are those of the document without overlays: an overlay may have more or other values.
const facts: Facts = factsOf(openApiDocument);

/** The hosts of the service. Which host `legacy` stands for is not shown (LEGACY-3). */
export const hostNames: HostNames = facts.hostNames as unknown as HostNames;

/** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export const tokenKinds: TokenKinds = facts.tokenKinds as unknown as TokenKinds;

/** The ids of all operations, in the order of the document. */
export const operationIds: OperationIds = facts.operationIds as unknown as OperationIds;

/**
 * The states of a milestone as the service spells them, in the order that their meanings suggest (STATE-1, STATE-2, STATE-4a). From
 * PAID on, the order is not shown.
 */
export const milestoneStates: MilestoneStates = facts.milestoneStates as unknown as MilestoneStates;

/** The same states by the names that this kit uses inside, whatever overlays call them. */
export const kitMilestoneStates: MilestoneStates = baseDocument['x-milestone-states'] as unknown as MilestoneStates;

/** The roles of parties as the service spells them, by the names that this kit uses inside. */
export const partyRoles: Readonly<Record<PartyRole, string>> = partyRolesOf(openApiDocument);

/** The statuses that webhooks report (HOOK-5), as the service spells them. */
export const eventStatuses: EventStatuses = facts.eventStatuses as unknown as EventStatuses;

/** The delay before each retry of a failed webhook delivery, in seconds (HOOK-4). When each delay starts is not shown. */
export const retryDelaysInSeconds: RetryDelaysInSeconds = facts.retryDelaysInSeconds as unknown as RetryDelaysInSeconds;

/** The topic of each rule id's letters, such as `AUTH` of AUTH-1. */
export const ruleTopics: RuleTopics = facts.ruleTopics as unknown as RuleTopics;

/** How webhook requests are signed (HOOK-2); undefined if they are not. */
export const eventSignature: Signature | undefined = webhookOf(openApiDocument)['x-signature'];

/** The addresses and CIDR blocks that webhook requests come from; undefined if the document does not say. */
export const allowedAddresses: readonly string[] | undefined = webhookOf(openApiDocument)['x-allowed-addresses'];

/** What an amount counts: `major` units with decimals, such as riyals, or whole `minor` units, such as halalas. */
export const amountUnit: 'major' | 'minor' = openApiDocument['x-amount-unit'] ?? 'major';
