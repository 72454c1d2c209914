import {
  adaptValue,
  amountUnit,
  baseDocument as base,
  type DocumentedOperation,
  eventSignature,
  getOperation,
  hasOverlays,
  isRuleOff,
  kitMilestoneStates,
  listFieldValues,
  listWebhookRequests,
  type MediaType,
  milestoneStates,
  openApiDocument,
  responseFor,
  type ServiceOperation,
  statusOfWrongValue,
} from '@escrow-kit/spec';
import { findObstacle } from './find-obstacle.ts';
import { adaptContent, baseOperations, followRequest, followStates, mapFields } from './follow-request.ts';
import { matchChangedTypes, replaceRules, rulePathOf } from './follow-types.ts';
import { keepDeviations } from './keep-deviations.ts';
import {
  type Interaction,
  kitReferencesOf,
  type MatchingRule,
  type Pact,
  type PactMessage,
  type PactRequest,
} from './pact-document.ts';
import { rulesOf } from './rules-of.ts';
import { operationOf } from './selection.ts';

/**
 * A pact of this package as the process's document has it: other paths, statuses, fixed values and fields than in the document
 * without overlays. A request that is to be refused keeps what it does wrong; if overlays allow that, it does what is right without
 * them. If it does not break the same alone, it says why under `leftOut`. Checks of rules that are switched off are missing. Without overlays, the pact itself.
 */
export function followOverlays(pact: Pact): Pact {
  if (!hasOverlays) return pact;
  return { ...pact, interactions: pact.interactions.flatMap((interaction) => follow(interaction) ?? []) };
}

/** Undefined if the document no longer has what it checks. */
function follow(interaction: Interaction): Interaction | undefined {
  const { description, request, response } = interaction;
  if (isRuleOff(description.split(' ')[0] ?? '') || rulesOf(interaction).length === 0) return undefined;
  if (!request || !response) return followSignature(renameStates(interaction));
  const operation = getOperation(operationOf(interaction) ?? '');
  const followed = {
    ...interaction,
    providerStates: followStates(interaction, operation),
    request: followRequest(request, operation),
    response: followResponse(response, operation),
  };
  const obstacleOf = (own: PactRequest) => findObstacle(request, { followed: own, operation });
  const obstacle = response.status >= 400 ? obstacleOf(followed.request) : undefined;
  if (obstacle === undefined) return followed;
  const turned = followRequest(request, operation, { turnsRound: true });
  return obstacleOf(turned) === undefined
    ? {
        ...followed,
        description: `${description}: under an overlay the other way round`,
        providerStates: followStates(interaction, operation, { turnsRound: true }),
        request: turned,
      }
    : leaveOut(followed, obstacle);
}

function leaveOut(interaction: Interaction, leftOut: string): Interaction {
  const references = {
    ...interaction.comments?.references,
    'escrow-kit': { ...kitReferencesOf(interaction), leftOut },
  };
  return { ...interaction, comments: { references } };
}

function followResponse(
  response: NonNullable<Interaction['response']>,
  operation: ServiceOperation,
): NonNullable<Interaction['response']> {
  const { body, status: before } = response;
  const status = followStatus(before, operation);
  const media = mediaOf(operation, status);
  if (!body) return { ...response, status };
  const renamed = renameStates(body.content);
  const adapted = adaptContent(renamed, media, false);
  const baseMedia = mediaOf(baseOperations.get(operation.id), before);
  const content = before < 300 ? addRequiredFields(adapted, media, baseMedia) : adapted;
  const counted = countExpectedAmounts(response.matchingRules);
  const changed = {
    ...allowAddedValues(content, { media, baseMedia, rules: counted?.body }),
    ...matchChangedTypes(renamed, content),
  };
  const matchingRules = { ...counted, body: replaceRules(counted?.body ?? {}, changed) };
  return { ...response, status, matchingRules, body: { ...body, content } };
}

function followStatus(before: number, operation: ServiceOperation): number {
  if (before < 300) return successOf(operation) ?? before;
  return before === 400 ? statusOfWrongValue(operation) : before;
}

function mediaOf(operation: DocumentedOperation | undefined, status: number): MediaType | undefined {
  return Object.values(responseFor(operation?.responses ?? {}, status)?.content ?? {})[0];
}

/** The fields that overlays require of an answer are expected. */
function addRequiredFields(content: unknown, media?: MediaType, baseMedia?: MediaType): unknown {
  if (!media || !baseMedia) return content;
  const complete = adaptValue(content, media.schema, { document: openApiDocument });
  return keepDeviations(content, {
    base: adaptValue(content, baseMedia.schema, { document: base }),
    adapted: complete,
  });
}

/** Where an overlay changes the values of an enumeration, the answer may have any of them; where any text matches, it still does. */
function allowAddedValues(
  content: unknown,
  {
    media,
    baseMedia,
    rules = {},
  }: {
    media: MediaType | undefined;
    baseMedia: MediaType | undefined;
    rules: Record<string, MatchingRule> | undefined;
  },
): Record<string, MatchingRule> {
  if (!media || !baseMedia) return {};
  const isAny = (path: string): boolean => rules[path]?.matchers.every(({ match }) => match === 'type') === true;
  const before = JSON.stringify(listFieldValues(content, baseMedia.schema, base));
  const changed = listFieldValues(content, media.schema, openApiDocument).filter(
    (field) => !before.includes(JSON.stringify(field)) && !(field.isOpen && isAny(rulePathOf(field.keys))),
  );
  return Object.fromEntries(
    changed.map(({ keys, values }) => [
      rulePathOf(keys),
      { matchers: [{ match: 'regex', regex: `^(${values.map(escapePattern).join('|')})$` }] },
    ]),
  );
}

const escapePattern = (value: unknown): string => String(value).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function successOf({ responses }: ServiceOperation): number | undefined {
  const status = Object.keys(responses).find((text) => text.startsWith('2'));
  return status === undefined ? undefined : Number(status);
}

/** Patterns of whole riyals in the document's unit. */
function countExpectedAmounts(rules: PactMessage['matchingRules']): PactMessage['matchingRules'] {
  if (amountUnit === 'major') return rules;
  return mapFields(rules, (name, value) =>
    name === 'regex' ? String(value).replace(/^\^(\d+)(?=\(\\\.0\+\)\?\$$)/, (_, riyals) => `^${riyals}00`) : value,
  );
}

/** The header of an event's signature as the document has it. */
function followSignature(interaction: Interaction): Interaction {
  const [webhook] = listWebhookRequests(base);
  const signed = webhook?.definition['x-signature']?.header ?? '';
  const { metadata = {}, matchingRules } = interaction;
  const header = listWebhookRequests()
    .flatMap(({ parameters }) => parameters)
    .find(({ name }) => name === eventSignature?.header);
  if (!header || !Object.hasOwn(metadata, signed)) return interaction;
  const { [signed]: _, ...others } = metadata;
  return {
    ...interaction,
    metadata: { ...others, [header.name]: '' },
    matchingRules: {
      ...matchingRules,
      metadata: { [header.name]: { matchers: [{ match: 'regex', regex: header.schema.pattern ?? '' }] } },
    },
  };
}

const statuses = new Map<unknown, unknown>(kitMilestoneStates.map((state, index) => [state, milestoneStates[index]]));

/** Writes the states of milestones as the document spells them. */
const renameStates = <Value>(value: Value): Value =>
  mapFields(value, (name, field) => (name === 'status' ? (statuses.get(field) ?? field) : field));
