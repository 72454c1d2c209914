import {
  adaptValue,
  amountFields,
  amountUnit,
  baseDocument as base,
  type DocumentedOperation,
  eventSignature,
  getOperation,
  hasOverlays,
  isRuleOff,
  kitMilestoneStates,
  listFieldValues,
  listOperations,
  listWebhookRequests,
  type MediaType,
  milestoneStates,
  openApiDocument,
  partyRoles,
  renameRoles,
  requiredHeadersOf,
  responseFor,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { addFields, matchChangedTypes, replaceRules, rulePathOf } from './follow-types.ts';
import type { Interaction, MatchingRule, Pact, PactMessage, PactRequest } from './pact-document.ts';
import { rulesOf } from './rules-of.ts';
import { operationOf } from './selection.ts';

type RequestValidator = ReturnType<typeof createRequestValidator>;

const baseOperations = new Map(listOperations(base).map((operation) => [operation.id, operation]));

/**
 * A pact of this package as the process's document has it: other paths, statuses, fixed values and fields than in the document
 * without overlays. Checks of rules that are switched off, and of refusals that overlays allow, are left out. Without overlays,
 * the pact itself.
 */
export function followOverlays(pact: Pact): Pact {
  if (!hasOverlays) return pact;
  return { ...pact, interactions: pact.interactions.flatMap((interaction) => follow(interaction) ?? []) };
}

/** Undefined if the document no longer has what it checks. */
function follow(interaction: Interaction): Interaction | undefined {
  const { description, request, response } = interaction;
  if (isRuleOff(description.split(' ')[0] ?? '') || rulesOf(interaction).length === 0) return undefined;
  if (!request || !response) return followSignature(renameStates(interaction) as Interaction);
  const operation = getOperation(operationOf(interaction) ?? '');
  const isRefusal = response.status >= 400;
  if (isRefusal && isAllowedNow(operation, request)) return undefined;
  return {
    ...interaction,
    ...(!isRefusal && { providerStates: adaptStates(interaction, operation) }),
    request: followRequest(request, operation, isRefusal),
    response: followResponse(response, operation),
  };
}

/** Whether the document without overlays refuses a request, and the one with them does not. */
function isAllowedNow({ id }: ServiceOperation, { path, query = {}, body }: PactRequest): boolean {
  const parts = {
    path: parametersIn(path, id),
    query: Object.fromEntries(Object.entries(query).map(([name, [value]]) => [name, value])),
    body: body?.content,
  };
  const { before, now } = validatorsOf(id);
  return before(parts).length > 0 && now(parts).length === 0;
}

const validators = new Map<string, Record<'before' | 'now', RequestValidator>>();

/** Compiled once for all interactions of an operation: compiling takes longer than validating. */
function validatorsOf(id: string): Record<'before' | 'now', RequestValidator> {
  const known = validators.get(id) ?? { before: createRequestValidator(id, base), now: createRequestValidator(id) };
  validators.set(id, known);
  return known;
}

function followRequest(request: PactRequest, operation: ServiceOperation, isRefusal: boolean): PactRequest {
  const { generators, body, query = {} } = request;
  const expression = generators?.path?.expression;
  const addedHeaders = Object.fromEntries(
    Object.entries(requiredHeadersOf(operation)).map(([name, value]) => [name, [value]]),
  );
  const missing = operation.parameters.filter(
    ({ in: place, name, required }) => place === 'query' && required && !Object.hasOwn(query, name),
  );
  return {
    ...request,
    method: operation.method,
    headers: { ...request.headers, ...addedHeaders },
    path: movePath(request.path, operation),
    ...(generators?.path &&
      expression !== undefined && {
        generators: { ...generators, path: { ...generators.path, expression: movePath(expression, operation) } },
      }),
    ...(!isRefusal && body && { body: { ...body, content: adaptContent(body.content, operation.body) } }),
    ...(!isRefusal &&
      missing.length > 0 && {
        query: { ...query, ...Object.fromEntries(missing.map(({ name, example }) => [name, [String(example)]])) },
      }),
  };
}

/** A path of the document without overlays, whatever is in place of its parameters, as the operation's path. */
function movePath(path: string, { id, path: template }: ServiceOperation): string {
  const values = parametersIn(path, id);
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function parametersIn(path: string, id: string): Record<string, string> {
  const template = baseOperations.get(id)?.path ?? '';
  const pattern = template.replaceAll(/[.$]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { ...new RegExp(`^${pattern}$`).exec(path)?.groups };
}

function followResponse(
  response: NonNullable<Interaction['response']>,
  operation: ServiceOperation,
): NonNullable<Interaction['response']> {
  const { body, status: before } = response;
  const status = before < 300 ? (successOf(operation) ?? before) : before;
  const media = mediaOf(operation, status);
  if (!body) return { ...response, status };
  const renamed = renameStates(body.content);
  const adapted = adaptContent(renamed, media, false);
  const baseMedia = mediaOf(baseOperations.get(operation.id), before);
  const content = before < 300 ? addRequiredFields(adapted, media, baseMedia) : adapted;
  const counted = countExpectedAmounts(response.matchingRules);
  const changed = { ...allowAddedValues(content, media, baseMedia), ...matchChangedTypes(renamed, content) };
  const matchingRules = { ...counted, body: replaceRules(counted?.body ?? {}, changed) };
  return { ...response, status, matchingRules, body: { ...body, content } };
}

function mediaOf(operation: DocumentedOperation | undefined, status: number): MediaType | undefined {
  return Object.values(responseFor(operation?.responses ?? {}, status)?.content ?? {})[0];
}

/** The fields that overlays require of an answer are expected. */
function addRequiredFields(content: unknown, media?: MediaType, baseMedia?: MediaType): unknown {
  if (!media || !baseMedia) return content;
  const complete = adaptValue(content, media.schema, { document: openApiDocument });
  return addFields(content, complete, adaptValue(content, baseMedia.schema, { document: base }));
}

/** Where an overlay changes the values of an enumeration, the answer may have any of them. */
function allowAddedValues(content: unknown, media?: MediaType, baseMedia?: MediaType): Record<string, MatchingRule> {
  if (!media || !baseMedia) return {};
  const before = JSON.stringify(listFieldValues(content, baseMedia.schema, base));
  const changed = listFieldValues(content, media.schema, openApiDocument).filter(
    (field) => !before.includes(JSON.stringify(field)),
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

const adaptContent = (content: unknown, media: MediaType | undefined, isComplete = true): unknown =>
  media && typeof content === 'object'
    ? adaptValue(renameRoles(countAmounts(content), partyRoles), media.schema, {
        document: openApiDocument,
        isComplete,
      })
    : content;

/** The maps that a state fills in go into the body, so they change with it. */
function adaptStates({ providerStates = [], request }: Interaction, { body }: ServiceOperation) {
  const templates = Object.entries(request?.generators?.body ?? {}).flatMap(([path, { expression = '' }]) => {
    const name = /^\$\{(\w+)\}$/.exec(expression)?.[1];
    const field = /^\$\.(\w+)$/.exec(path)?.[1];
    return name && field ? [{ name, field }] : [];
  });
  return providerStates.map(({ name, params = {} }) => {
    const changed = templates.flatMap((template) => {
      const value = params[template.name];
      if (typeof value !== 'object' || value === null) return [];
      const adapted = adaptContent({ [template.field]: value }, body) as Record<string, unknown>;
      return [[template.name, adapted[template.field]]];
    });
    return { name, params: { ...(countAmounts(params) as object), ...Object.fromEntries(changed) } };
  });
}

/** Writes amounts in the document's unit. The pacts have riyals. */
function countAmounts(value: unknown): unknown {
  if (amountUnit === 'major' || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(countAmounts);
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      amountFields.includes(key) && typeof field === 'number' ? Math.round(field * 100) : countAmounts(field),
    ]),
  );
}

/** The same in patterns of whole riyals. */
function countExpectedAmounts(rules: PactMessage['matchingRules']): PactMessage['matchingRules'] {
  if (amountUnit === 'major' || !rules) return rules;
  return JSON.parse(JSON.stringify(rules), (key, value) =>
    key === 'regex' ? String(value).replace(/^\^(\d+)(?=\(\\\.0\+\)\?\$$)/, (_, riyals) => `^${riyals}00`) : value,
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

/** Writes the states of milestones as the document spells them. */
function renameStates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameStates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, key === 'status' ? renameState(field) : renameStates(field)]),
  );
}

const statuses = new Map<unknown, unknown>(kitMilestoneStates.map((state, index) => [state, milestoneStates[index]]));

const renameState = (status: unknown): unknown => statuses.get(status) ?? status;
