import { createHmac } from 'node:crypto';
import {
  amountUnit,
  attemptsInSeconds,
  type Basis,
  eventSignature,
  isRuleOff,
  operations,
  retryDelaysInSeconds,
} from '@escrow-kit/spec';
import { acceptedBy } from '../deployment/deployment.ts';
import { type Answer, type Exchange, redactExchange } from '../deployment/exchange.ts';
import { parseJson, shorten } from '../deployment/text.ts';
import { basisOf, type Interaction, isRefusal, operationOf, ruleOf } from '../pacts/pacts.ts';
import type { SentEvent } from '../states/events.ts';
import { differenceOf, type Problem, type Reason, type VerifiedInteraction } from './verification.ts';

/** The evidence of an interaction after a run. */
export interface Evidence {
  /** Why it was not checked. */
  reason?: Reason | undefined;
  /** Undefined if Pact has no result for it. */
  result?: PactResult | undefined;
  /** The values of its states. */
  values: Readonly<Record<string, unknown>>;
  /** Undefined for a message, or if nothing was sent. */
  exchange?: Exchange;
  /** For a message. */
  event?: SentEvent;
}

/** Pact's result for one interaction. */
export interface PactResult {
  description: string;
  result: 'OK' | 'Error';
  mismatch?: { message?: string; mismatches?: PactMismatch[] };
}

/** How an answer differs from the expected one. Values are JSON texts, except a status. */
export interface PactMismatch {
  type: string;
  mismatch?: string;
  path?: string;
  key?: string;
  expected?: unknown;
  actual?: unknown;
}

/** Judges an interaction of a consumer. `redact` removes secrets from a text. */
export function judge(
  interaction: Interaction,
  { consumer, evidence, redact }: { consumer: string; evidence: Evidence; redact: (text: string) => string },
): VerifiedInteraction {
  const { exchange, event } = evidence;
  const check = {
    consumer,
    description: interaction.description,
    rule: ruleOf(interaction),
    operationId: operationOf(interaction),
    basis: basisOf(interaction),
    isRefusal: isRefusal(interaction),
  };
  // Redact first: a secret that was cut could not be found.
  const clean = <Part extends { text: string }>(part: Part): Part => ({ ...part, text: shorten(redact(part.text)) });
  const reason = evidence.reason ?? (evidence.result || event?.attempts.length === 0 ? undefined : noResult);
  if (reason) return { ...check, outcome: 'not checkable', problems: [], reason: clean(reason) };
  const remarks = exchange?.answer ? findRemarks(exchange.answer).map(redact) : [];
  const withRemarks = remarks.length > 0 ? { remarks } : {};
  const problems = findProblems(interaction, evidence);
  if (problems.length === 0) return { ...check, outcome: 'held', problems, ...withRemarks };
  const [problem] = problems;
  // A call that failed for another reason says nothing about its token.
  if (check.rule.startsWith('AUTH-') && !check.isRefusal && problem?.kind === 'status' && !isDenied(problem.actual)) {
    const text = `the status ${problem.actual} says nothing about access`;
    return { ...check, outcome: 'not checkable', problems: [], reason: { kind: 'other-rule', text } };
  }
  const { rule, basis } = blame(interaction, problems);
  return {
    ...check,
    basis,
    outcome: differenceOf[basis],
    blamed: rule,
    problems: problems.map(clean),
    ...(exchange && { exchange: redactExchange(exchange, redact) }),
    ...(event && { event: redact(bodyOf(evidence)) }),
    ...withRemarks,
  };
}

const noResult: Reason = { kind: 'pact', text: 'Pact gave no result' };

/** The rule about the token of an operation, by the first kind that it accepts; `none` if it accepts credentials instead. */
const accessRules: Readonly<Record<string, string>> = {
  organizationToken: 'AUTH-2',
  clientAdminToken: 'AUTH-3',
  legacyUserToken: 'AUTH-8',
  legacyAppToken: 'AUTH-9',
  apiKey: 'AUTH-11',
  none: 'AUTH-6',
};

const isDenied = (status: number): boolean => status === 401 || status === 403;

/** The rule that events are sent. A check whose event does not arrive breaks it. */
const eventRule = 'HOOK-5';

/**
 * The rule that problems break, and the basis of the check: its own rule, unless no event arrived, access was refused to a call whose
 * rule is not about access, or a refusal without a shown status was a 5xx.
 */
function blame(interaction: Interaction, [problem]: readonly Problem[]): { rule: string; basis: Basis } {
  const [own, basis] = [ruleOf(interaction), basisOf(interaction)];
  if (problem?.kind === 'event') return { rule: isRuleOff(eventRule) ? own : eventRule, basis };
  if (problem?.kind !== 'status') return { rule: own, basis };
  const { actual } = problem;
  // That every refusal is a 4xx is our reading: one is shown with a 500 (PAY-4).
  const isAssumed = isRefusal(interaction) && actual >= 500 && statusClassOf(interaction) !== undefined;
  if (isAssumed) return { rule: 'ERR-1', basis: 'assumed' };
  if (isRefusal(interaction) || !isDenied(actual) || own.startsWith('AUTH-')) return { rule: own, basis };
  const operation = operations.find(({ id }) => id === operationOf(interaction));
  const [kind = 'none'] = operation ? acceptedBy(operation) : [];
  const rule = accessRules[kind] ?? own;
  return { rule: isRuleOff(rule) ? own : rule, basis };
}

/** All problems. Conditions are checked only if Pact finds none. */
function findProblems(interaction: Interaction, evidence: Evidence): Problem[] {
  if (evidence.event?.attempts.length === 0) return [{ kind: 'event', text: 'no event arrived' }];
  const problems = [...readMismatches(interaction, evidence), ...findOtherValues(interaction, evidence)];
  if (problems.length > 0) return problems;
  return conditions[ruleOf(interaction)]?.(interaction, evidence) ?? [];
}

/** The body of the answer or of the last attempt of the event, as it came. */
const bodyOf = ({ exchange, event }: Evidence): string =>
  event?.attempts.at(-1)?.bytes.toString() ?? exchange?.answer?.body ?? '';

/** The problems that Pact found. */
function readMismatches(interaction: Interaction, evidence: Evidence): Problem[] {
  if (evidence.result?.result !== 'Error') return [];
  const { mismatches = [], message = 'Pact named no problem.' } = evidence.result.mismatch ?? {};
  // With another status the body differs too, which adds nothing.
  const status = mismatches.find(({ type }) => type === 'StatusMismatch');
  if (status) {
    const [expected, actual] = [
      statusClassOf(interaction) ?? String(interaction.response?.status),
      Number(status.actual),
    ];
    return [{ kind: 'status', expected, actual, text: `the status is ${actual} instead of ${expected}` }];
  }
  // The value of the content type is not shown: the body itself shows whether it is JSON.
  const decisive = mismatches.filter(
    ({ type, key }) => type !== 'HeaderMismatch' || key?.toLowerCase() !== 'content-type',
  );
  if (decisive.length === 0) return [{ kind: 'other', text: message }];
  // Pact reports a list in any order, and may report the same twice.
  const byText = new Map(decisive.map(describeMismatch).map((problem) => [problem.text, problem]));
  return [...byText.values()].toSorted((one, other) => (one.text < other.text ? -1 : 1));
}

const statusClasses: Readonly<Record<string, string>> = { success: 'any 2xx', clientError: 'any 4xx' };

/** The class of statuses that an interaction expects; undefined if it expects one status. */
function statusClassOf({ response }: Interaction): string | undefined {
  const [status] = Object.values(response?.matchingRules?.status ?? {}).flatMap(({ matchers }) => matchers);
  return statusClasses[String(status?.status)];
}

/** The place, and the problem in Pact's words. */
function describeMismatch({ type, mismatch = '', path = '$', key, expected, actual }: PactMismatch): Problem {
  if (type === 'BodyTypeMismatch') return { kind: 'body', text: `the body is ${actual} instead of ${expected}` };
  return type === 'BodyMismatch'
    ? wrong(path, mismatch)
    : { kind: 'other', text: `${key ?? 'the answer'}: ${mismatch}` };
}

/** The problem with a value, which is the whole body if the path is its root: Pact calls it `$` or `/`. */
function wrong(path: string, text: string): Problem {
  const field = path.replace(/^(\$\.?|\/)/, '');
  return field === '' ? { kind: 'body', text } : { kind: 'value', field, text: `${field}: ${text}` };
}

/** The value at a path of a pact, such as `$.data.milestones[0].id`; undefined if there is none. */
function readPath(value: unknown, path: string): unknown {
  const keys = path.slice(1).match(/[^.[\]]+/g) ?? [];
  return keys.reduce<unknown>((found, key) => (found as Record<string, unknown> | null | undefined)?.[key], value);
}

/**
 * Finds values in an answer or an event that have the right form but differ from the values of the state, such as the ID of another
 * user. Generators in the pact name the value; Pact applies only those of requests.
 */
function findOtherValues({ response, generators }: Interaction, evidence: Evidence): Problem[] {
  const body = parseJson(bodyOf(evidence));
  return Object.entries({ ...response?.generators?.body, ...generators?.body }).flatMap(
    ([path, { expression = '' }]) => {
      const name = expression.replace(/^\$\{(.*)\}$/, '$1');
      const [found, wanted] = [readPath(body, path), evidence.values[name]];
      // Pact reports a missing field or another type.
      if (typeof found !== typeof wanted || found === wanted) return [];
      return wrong(path, `is ${found} instead of ${wanted}, the ${name} of the state`);
    },
  );
}

type Condition = (interaction: Interaction, evidence: Evidence) => Problem[];

/** The conditions that no matcher of Pact can express, by rule. Pact reports missing values. */
const conditions: Readonly<Record<string, Condition>> = {
  'AUTH-5b': (_, evidence) => {
    const found = checkoutUrlOf(evidence)?.searchParams.get('client_id');
    const clientId = String(evidence.values['clientId']);
    // It is not shown whether a plus sign in a query means itself or a space.
    if (!found || [clientId, clientId.replaceAll('+', ' ')].includes(found)) return [];
    return [wrong('$.data', `the client_id of the checkout URL is ${found} instead of ${clientId}`)];
  },
  'PAY-3a': (_, evidence) => {
    const shortId = /\/external\/([^/]+)/.exec(checkoutUrlOf(evidence)?.pathname ?? '')?.[1];
    const milestoneId = String(evidence.values['milestoneId']);
    // Compares encoded values, because the answer may contain a malformed escape.
    if (shortId !== milestoneId && shortId !== encodeURIComponent(milestoneId)) return [];
    return [wrong('$.data', `the shortId of the checkout URL is the ID of the milestone, ${milestoneId}`)];
  },
  'MILESTONE-2': ({ request }, evidence) => {
    const found = readAdded(evidence);
    const prices = found.map(({ itemPrice }) => itemPrice);
    const sent = (request?.body?.content as { milestones?: Milestone[] } | undefined)?.milestones ?? [];
    const lost = sent.find(({ itemPrice }) => !prices.includes(itemPrice))?.itemPrice;
    if (lost !== undefined && found.length > 0)
      return [wrong('$.data.milestones', `no itemPrice is ${lost}; the prices are ${prices.join(', ')}`)];
    const twice = found.find(({ id }, index) => id !== undefined && found.findIndex((one) => one.id === id) < index);
    return twice ? [wrong('$.data.milestones', `two milestones have the ID ${twice.id}`)] : [];
  },
  'MILESTONE-2a': (_, evidence) => {
    return readAdded(evidence).flatMap(({ itemPrice, fee, feePercentage }, index) => {
      const expected = Number(itemPrice) * Number(feePercentage);
      // It is not a number, which is over no limit, if one is missing.
      if (!(Math.abs(Number(fee) - expected) > largestRounding)) return [];
      const text = `is ${fee} instead of ${expected} (${feePercentage} of ${itemPrice})`;
      return wrong(`$.data.milestones[${index}].fee`, text);
    });
  },
  'HOOK-1': (_, { event }) => {
    const [first, ...others] = event?.attempts.map(({ bytes }) => bytes) ?? [];
    const other = others.findIndex((bytes) => first && !bytes.equals(first));
    if (other === -1) return [];
    return [{ kind: 'body', text: `attempt ${other + 2} and the first attempt of the event have different bodies` }];
  },
  'HOOK-2': (_, { event }) => {
    if (!event || !eventSignature) return [];
    const { header, algorithm, encoding, prefix } = eventSignature;
    // Pact checks only the form of a signature. The case of the hex is not shown.
    const fold = (text: string) => (encoding === 'hex' ? text.toLowerCase() : text);
    const isSigned = event.attempts.every(({ bytes, headers }) => {
      const signature = prefix + createHmac(algorithm, event.webhookSecret).update(bytes).digest(encoding);
      return fold(String(headers[header.toLowerCase()] ?? '')) === fold(signature);
    });
    if (isSigned) return [];
    const text = `${header} is not the ${algorithm} HMAC of the body with the webhook secret`;
    return [{ kind: 'signature', text }];
  },
  'HOOK-4': (_, { event }) => {
    if (!event) return [];
    const { attempts, attemptedAtInSeconds: times } = event;
    const isOnTime = schedules.some((schedule) => schedule.join() === times.join());
    if (isOnTime && attempts.length === attemptsInSeconds.length) return [];
    const [ours = '', other = ''] = schedules.map((schedule) => schedule.join(', '));
    const came = `${attempts.length} times${times.length > 0 ? `, at ${times.join(', ')} s` : ''}`;
    const due = `at ${ours} s (our reading: each delay starts at the previous attempt) or at ${other} s`;
    return [{ kind: 'schedule', text: `the event arrived ${came}; a failing one must arrive ${due}` }];
  },
};

/**
 * When the attempts of a failing delivery are made, in seconds after the first: by our reading, and if each delay counts from the first.
 * Which attempt it counts from is not shown (HOOK-4).
 */
const schedules: readonly (readonly number[])[] = [attemptsInSeconds, [0, ...retryDelaysInSeconds]];

/** The checkout URL in an answer; undefined if it has none. */
const checkoutUrlOf = (evidence: Evidence): URL | undefined =>
  URL.parse(String(readPath(parseJson(bodyOf(evidence)), '$.data'))) ?? undefined;

type Milestone = Partial<Record<'id' | 'itemPrice' | 'fee' | 'feePercentage', unknown>>;

/** The milestones in an answer. */
function readAdded(evidence: Evidence): Milestone[] {
  const milestones = readPath(parseJson(bodyOf(evidence)), '$.data.milestones');
  return Array.isArray(milestones) ? milestones : [];
}

/** How a fee is rounded is not shown; this allows rounding to a whole riyal, in the unit of amounts. */
const largestRounding = amountUnit === 'minor' ? 100 : 1;

/** Remarks on an answer where the description is silent. They break no rule. */
function findRemarks({ status, headers, body }: Answer): string[] {
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const isJson = body !== '' && parseJson(body) !== undefined;
  const isNamedJson = /^application\/([\w.-]+\+)?json *$/.test(mediaType);
  return [
    ...(isJson && !isNamedJson
      ? [`JSON with ${mediaType === '' ? 'no content type' : `the content type ${mediaType}`}`]
      : []),
    // An empty 500 is documented (PAY-4).
    ...(status >= 400 && status < 500 && body === '' ? ['a refusal without a body'] : []),
  ];
}
