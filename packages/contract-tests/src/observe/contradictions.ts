import {
  type Basis,
  type DocumentedOperation,
  findRule,
  isRuleOff,
  mainRuleOf,
  partyRoles,
  type Response,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { createRequestValidator, createValidator } from '@escrow-kit/spec/validate';
import { memoize } from '../deployment/memoize.ts';
import { checkoutUrlOf, expectedFee, isClient } from '../judge/find-broken-conditions.ts';
import { readPath } from '../judge/read-path.ts';
import { type Answer, toFields } from './har.ts';
import { documentedAnswer, isServed, isSuccess, type KnownExchange, schemaOf, successOf } from './known-exchange.ts';
import { isShapeless, schemasOf, tracePointer } from './schemas.ts';

/** What the service did, and the document or a rule forbids. */
export interface Contradiction {
  rule: string;
  /** How well the rule is known, here. Only what is stated shows that a service is wrong. */
  basis: Basis;
  operation: string;
  /** Such as `answer 200 /data/id` or `query redirectUrl`, in names of the document. */
  place: string;
  message: string;
}

/** A contradiction. Without a rule it is of that of the operation, without a basis of that of the rule. */
type Found = Pick<Contradiction, 'place' | 'message'> & { rule?: string | undefined; basis?: Basis | undefined };

/**
 * Finds what contradicts the document: in an event, in an answer, and in a request that should have been refused and was served.
 */
export function findContradictions(exchange: KnownExchange): Contradiction[] {
  const { operation, call, answer } = exchange;
  const ofRequest = judgeRequest(exchange);
  const ofAnswer = call && answer ? judgeAnswer({ ...exchange, call, answer }, ofRequest) : [];
  const found = !call || isServed(exchange) ? [...ofRequest, ...ofAnswer] : ofAnswer;
  return found
    .map(({ rule = ruleOf(operation), basis = basisOf(rule), place, message }) => {
      return { rule, basis, operation: operation.id, place, message };
    })
    .filter(({ rule }) => !isRuleOff(rule));
}

/** That a call without a token was served (AUTH-1b). Some tools leave tokens out of a file. */
export function findMissingToken(exchange: KnownExchange): Contradiction[] {
  const { call, operation, headers } = exchange;
  const rule = 'AUTH-1b';
  const isMissing = call !== undefined && call.tokenKinds.length > 0 && !headers.has('authorization');
  if (!isMissing || !isServed(exchange) || isRuleOff(rule)) return [];
  return [
    { rule, basis: basisOf(rule), operation: operation.id, place: 'header authorization', message: 'is missing' },
  ];
}

const basisOf = (rule: string): Basis => findRule(rule)?.basis ?? 'assumed';

/** The rule of the operation itself: that of its body, or the first that is not of its token. */
function ruleOf({ body, definition }: DocumentedOperation): string {
  const ofBody = body && ruleOfSchema(body.schema);
  return mainRuleOf(ofBody ?? definition['x-rules'].find((rule) => !rule.startsWith('AUTH-')) ?? '');
}

const validatorOf = memoize((operationId: string) => createRequestValidator(operationId));

function judgeRequest(exchange: KnownExchange): Found[] {
  const { operation, pathValues, url, headers, body } = exchange;
  const isText = body.kind === 'text' || body.kind === 'page';
  const isMalformed = isText && operation.body !== undefined;
  const found = validatorOf(operation.id)({
    path: pathValues,
    query: toFields(url.searchParams),
    header: Object.fromEntries(headers),
    body: body.content,
  }).flatMap((violation): Found[] => {
    const { in: part, pointer, keyword, rule, basis, message } = violation;
    if (part !== 'body') return [{ place: `${part} ${pointer.split('/')[1] ?? ''}`, rule, basis, message }];
    if (isMalformed || body.kind === 'not recorded') return [];
    const { place, isOptional } = tracePointer(pointer, operation.body?.schema);
    // A service may ignore a field that may be left out, whatever it holds: only that it must not be sent is stated.
    const isIgnored = isOptional && basis === 'stated' && keyword !== 'required' && keyword !== 'not';
    return [{ place: `request ${place}`, rule, basis: isIgnored ? 'assumed' : basis, message }];
  });
  if (isMalformed) return [...found, { place: 'request', rule: 'ERR-1d', message: 'is malformed' }];
  return found.length === 0 ? judgeBalance(exchange) : found;
}

/** Judges whether the parties of each milestone balance, in hundredths (PARTY-4a). */
function judgeBalance({ operation, body }: KnownExchange): Found[] {
  if (operation.id !== 'addParties') return [];
  const milestones = Object.values(Object(readPath(body.content, '$.mileStonesParties')));
  const isBalanced = milestones.every((parties) => {
    if (!Array.isArray(parties)) return true;
    const signed = parties.map(Object).map(({ role, amount }) => (role === partyRoles.CUSTOMER ? amount : -amount));
    return signed.reduce((total, amount) => total + Math.round(amount * 100), 0) === 0;
  });
  if (isBalanced) return [];
  const message = 'the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to';
  return [{ place: 'request /mileStonesParties', rule: 'PARTY-4a', message }];
}

interface AnsweredCall extends KnownExchange {
  call: ServiceOperation;
  answer: Answer;
}

function judgeAnswer(exchange: AnsweredCall, ofRequest: readonly Found[]): Found[] {
  // A page says nothing about the service.
  if (exchange.answer.body.kind === 'page') return [];
  return isSuccess(exchange.answer.status) ? judgeSuccess(exchange) : judgeRefusal(exchange, ofRequest);
}

/** A success of another status than the documented one has the documented body. */
function judgeSuccess(exchange: AnsweredCall): Found[] {
  const { call, answer } = exchange;
  const documented = documentedAnswer(call, answer.status);
  if (!documented) return [];
  const rule = ruleOfBody(documented);
  const isOpen = call.responses[answer.status] !== undefined || documented['x-not-shown'] !== undefined;
  const ofBody = judgeBody(answer, documented, { rule });
  return [
    ...(isOpen
      ? []
      : [{ place: 'answer', rule, message: `has the status ${answer.status} instead of ${successOf(call)}` }]),
    ...ofBody,
    ...(ofBody.length === 0 ? judgeValues(exchange) : []),
  ];
}

/** Statuses that a service may answer whatever else is wrong, as the token may have expired. */
const unrelated: readonly number[] = [401, 403, 408, 415, 429];

/** That the refusal is of a request which the document refuses so is concluded. */
function judgeRefusal({ call, answer }: AnsweredCall, ofRequest: readonly Found[]): Found[] {
  const { status } = answer;
  const documented = call.responses[status];
  const basis = 'implied';
  if (documented)
    return documented['x-not-shown'] ? [] : judgeBody(answer, documented, { rule: ruleOfBody(documented), basis });
  const due = call.responses[400];
  const isInvalid = ofRequest.some(({ rule = '', basis: own = basisOf(rule) }) => own === 'stated');
  if (!due || due['x-not-shown'] || !isInvalid || unrelated.includes(status) || status >= 500) return [];
  return [{ place: 'answer', rule: ruleOfBody(due), basis, message: `has the status ${status} instead of 400` }];
}

/** The main rule of the body; undefined if its schema names none. */
function ruleOfBody(response: Response): string | undefined {
  const schema = schemaOf(response);
  return schema && ruleOfSchema(schema);
}

const ruleOfSchema = (schema: Schema): string | undefined => schemasOf(schema)[0]?.['x-rules']?.[0];

/** Formats are not judged: that of a timestamp is narrower than ISO 8601, which is all that the description says. */
const validateAnswer = memoize(createValidator);

function judgeBody(
  { status, body }: Answer,
  documented: Response,
  { rule, basis }: Pick<Found, 'rule' | 'basis'>,
): Found[] {
  const schema = schemaOf(documented);
  if (!schema || isShapeless(schemasOf(schema)) || body.kind === 'not recorded') return [];
  const place = `answer ${status}`;
  if (body.kind !== 'json')
    return [{ place, rule, basis, message: body.kind === 'none' ? 'is empty instead of JSON' : 'is not JSON' }];
  return validateAnswer(schema)(body.content)
    .filter(({ keyword }) => keyword !== 'format')
    .map(({ pointer, rule: own = rule, basis: ownBasis, message }) => {
      return { place: `${place} ${tracePointer(pointer, schema).place}`, rule: own, basis: basis ?? ownBasis, message };
    });
}

/** Judges values that no schema can state. The body is as documented. */
function judgeValues({ call, body, answer, pathValues }: AnsweredCall): Found[] {
  const { kind, content: found } = answer.body;
  if (kind !== 'json') return [];
  if (call.id === 'addMilestones') return judgeMilestones(body.content, found, answer.status);
  return call.id === 'startPayment' ? judgeCheckout(found, pathValues['clientId'] ?? '', answer.status) : [];
}

function judgeMilestones(sent: unknown, came: unknown, status: number): Found[] {
  const milestones = listMilestones(readPath(came, '$.data.milestones'));
  const prices = milestones.map(({ itemPrice }) => itemPrice);
  const wanted = listMilestones(readPath(sent, '$.milestones')).map(({ itemPrice }) => itemPrice);
  // The document may give the amount another name, and a service may take a price in quotes.
  const isAnswered = prices.some((price) => price !== undefined);
  const isMissing = isAnswered && wanted.some((price) => typeof price === 'number' && !prices.includes(price));
  const isFeeWrong = milestones.some((milestone) => expectedFee(milestone) !== undefined);
  const place = `answer ${status} /data/milestones/*`;
  const [rule, basis] = ['MILESTONE-2', 'implied'] as const;
  return [
    ...(isMissing ? [{ place: `${place}/itemPrice`, rule, message: 'is not the amount sent' }] : []),
    ...(isFeeWrong ? [{ place: `${place}/fee`, rule, basis, message: 'is not feePercentage of itemPrice' }] : []),
  ];
}

const listMilestones = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.map(Object) : []);

function judgeCheckout(came: unknown, clientId: string, status: number): Found[] {
  const place = `answer ${status} /data`;
  const url = checkoutUrlOf(came);
  if (!url) return [{ place, rule: 'PAY-1', message: 'is no URL' }];
  const client = url.searchParams.get('client_id');
  const checks: [isWrong: boolean, rule: string, message: string][] = [
    [client === null, 'PAY-2', 'has no client_id in its query'],
    [client !== null && !isClient(client, clientId), 'AUTH-5', 'names another client_id than the path'],
    [!url.searchParams.has('payment_methods'), 'PAY-2', 'has no payment_methods in its query'],
    [!/\/external\/[^/]+/.test(url.pathname), 'PAY-3', 'has no shortId after /external/'],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, rule, message]) => ({ place, rule, message }));
}
