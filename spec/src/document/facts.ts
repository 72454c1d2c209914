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
import type { OpenApiDocument, Schema, Signature } from './document.ts';
import { openApiDocument } from './load.ts';
import { nodesOf, resolveIn } from './parts.ts';
import { type Facts, factsOf, type PartyRole, partyRolesOf, webhookOf } from './read-facts.ts';

// The types are those of the kit's own document: another one may have more or other values.
const facts: Facts = factsOf(openApiDocument);

/** The hosts of the service. Which host `legacy` stands for is not shown (LEGACY-3). */
export const hostNames: HostNames = facts.hostNames as unknown as HostNames;

/** The kinds of token that operations need (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
export const tokenKinds: TokenKinds = facts.tokenKinds as unknown as TokenKinds;

/** The IDs of all operations, in the order of the document. */
export const operationIds: OperationIds = facts.operationIds as unknown as OperationIds;

/**
 * The states of a milestone as the service spells them, in the order that their meanings suggest (STATE-1, STATE-2, STATE-4a). From
 * PAID on, the order is not shown.
 */
export const milestoneStates: MilestoneStates = facts.milestoneStates as unknown as MilestoneStates;

/** The same states by the names that this kit uses inside, whatever the document calls them. */
export const kitMilestoneStates: MilestoneStates = baseDocument['x-milestone-states'] as unknown as MilestoneStates;

/** The roles of parties as the service spells them, by the names that this kit uses inside. */
export const partyRoles: Readonly<Record<PartyRole, string>> = partyRolesOf(openApiDocument);

/** The statuses that webhooks report (HOOK-5), as the service spells them. */
export const eventStatuses: EventStatuses = facts.eventStatuses as unknown as EventStatuses;

/** The delay before each retry of a failed webhook delivery, in seconds (HOOK-4). When each delay starts is not shown. */
export const retryDelaysInSeconds: RetryDelaysInSeconds = facts.retryDelaysInSeconds as unknown as RetryDelaysInSeconds;

/**
 * The start of each attempt of a failing delivery, in seconds after the first one, which is 0 (HOOK-4). Our reading: each delay starts
 * with the previous attempt, as if attempts took no time. When it starts is not shown.
 */
export const attemptsInSeconds: readonly number[] = [
  0,
  ...retryDelaysInSeconds.map((_delay, index) =>
    retryDelaysInSeconds.slice(0, index + 1).reduce<number>((sum, delay) => sum + delay, 0),
  ),
];

/** The topic of each rule ID's letters, such as `AUTH` of AUTH-1. */
export const ruleTopics: RuleTopics = facts.ruleTopics as unknown as RuleTopics;

/** How webhook requests are signed (HOOK-2); undefined if they are not. */
export const eventSignature: Signature | undefined = webhookOf(openApiDocument)['x-signature'];

/** The addresses and CIDR blocks that webhook requests come from; undefined if not documented. */
export const allowedAddresses: readonly string[] | undefined = webhookOf(openApiDocument)['x-allowed-addresses'];

/** What an amount counts: `major` units with decimals, such as riyals, or whole `minor` units, such as halalas. */
export const amountUnit: 'major' | 'minor' = openApiDocument['x-amount-unit'] ?? 'major';

/** Why a field is never logged. */
type Sensitivity = NonNullable<Schema['x-sensitive']>;

/**
 * The names of properties and parameters that are never logged: those with `x-sensitive` in the document or in the kit's own. If a name
 * has both marks, `secret` applies.
 */
export const sensitiveFields: ReadonlyMap<string, Sensitivity> = new Map(
  [...marksIn(baseDocument), ...(openApiDocument === baseDocument ? [] : marksIn(openApiDocument))].sort(
    ([, one], [, other]) => one.localeCompare(other),
  ),
);

function marksIn(document: OpenApiDocument): [string, Sensitivity][] {
  return nodesOf(document).flatMap(({ keys, node }): [string, Sensitivity][] => {
    const isProperty = keys.at(-2) === 'properties';
    const name = isProperty ? keys.at(-1) : 'in' in node ? node['name'] : undefined;
    const schema = isProperty ? node : node['schema'];
    if (typeof name !== 'string' || typeof schema !== 'object' || schema === null) return [];
    const { 'x-sensitive': mark } = resolveIn(document, schema as Schema) ?? {};
    return mark ? [[name, mark]] : [];
  });
}
