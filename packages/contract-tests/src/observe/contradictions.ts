import { type Basis, findRule, followPointer, isRuleOff, mainRuleOf, partyRoles, type Schema } from '@escrow-kit/spec';
import { createRequestValidator, createValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { memoize } from '../deployment/text.ts';
import {
  findAnswer,
  isServed,
  isShapeless,
  isSuccess,
  type KnownExchange,
  schemasOf,
  tracePointer,
} from './document.ts';
import { type Body, isRedacted, type Members, membersOf } from './har.ts';

/** A behavior that the document or a rule forbids. */
export interface Contradiction {
  rule: string;
  /** The basis of the rule here. Only a stated rule shows that a service is wrong. */
  basis: Basis;
  /** Such as `answer 200 /data/id` or `query redirectUrl`, in names of the document. */
  place: string;
  message: string;
  /** The header that the request lacks. A tool may have removed it from the file. */
  missingHeader?: string;
}

/** A contradiction. Default rule: that of the operation. Default basis: that of the rule. */
type ContradictionDraft = Omit<Contradiction, 'rule' | 'basis'> & {
  rule?: string | undefined;
  basis?: Basis | undefined;
};

/** Finds contradictions in events, in answers, and in successful requests that should have been refused. */
export function findContradictions(exchange: KnownExchange): Contradiction[] {
  const { body, definition } = exchange.operation;
  // Without a rule of its body, an operation has the first rule that is not of its token.
  const ownRule = ruleOf(body?.schema) ?? definition['x-rules'].find((rule) => !rule.startsWith('AUTH-')) ?? '';
  const ofRequest = !exchange.call || isServed(exchange) ? judgeRequest(exchange) : [];
  return [...ofRequest, ...judgeAnswer(exchange)]
    .map(({ rule = mainRuleOf(ownRule), basis = basisOf(rule), ...others }) => ({ rule, basis, ...others }))
    .filter(({ rule }) => !isRuleOff(rule));
}

const basisOf = (rule = ''): Basis => findRule(rule)?.basis ?? 'assumed';

/** The main rule of a body; undefined if its schema names none. */
const ruleOf = (schema: Schema | undefined): string | undefined => schema && schemasOf(schema)[0]?.['x-rules']?.[0];

const validatorOf = memoize((operationId: string) => createRequestValidator(operationId));

function judgeRequest(exchange: KnownExchange): ContradictionDraft[] {
  const { operation, call, pathValues, query, headers, body } = exchange;
  const parts = { path: pathValues, query, header: Object.fromEntries(headers), body: body.content };
  const found = validatorOf(operation.id)(parts)
    .filter(({ in: part, pointer }) => !isRedacted(followPointer(pointer, membersOf(parts[part]))))
    .flatMap((violation) => toDrafts(violation, exchange));
  if (found.length === 0 && operation.id === 'addParties') found.push(...judgeBalance(membersOf(body.content)));
  if (operation.body && isText(body)) found.push({ place: 'request', rule: 'ERR-1d', message: 'is malformed' });
  const missingHeader = 'authorization';
  const hasToken = headers.has(missingHeader) && !isRedacted(headers.get(missingHeader));
  if (call && call.tokenKinds.length > 0 && !hasToken)
    found.push({ place: `header ${missingHeader}`, rule: 'AUTH-1b', message: 'is missing', missingHeader });
  return found;
}

const isText = ({ kind }: Body): boolean => kind === 'text' || kind === 'page';

function toDrafts(violation: RequestViolation, { operation, body }: KnownExchange): ContradictionDraft[] {
  const { in: part, pointer, keyword, rule, basis, message } = violation;
  if (part !== 'body') {
    const name = pointer.slice(1);
    const isMissing = part === 'header' && keyword === 'required';
    return [{ place: `${part} ${name}`, rule, basis, message, ...(isMissing && { missingHeader: name }) }];
  }
  if (body.kind === 'not recorded' || isText(body)) return [];
  const { place, isOptional } = tracePointer(pointer, operation.body?.schema ?? {});
  // A service can ignore an optional field with any value. Stated is only that a field must not be sent.
  const isIgnored = isOptional && basis === 'stated' && keyword !== 'required' && keyword !== 'not';
  return [{ place: `request ${place}`.trimEnd(), rule, basis: isIgnored ? 'assumed' : basis, message }];
}

/** Judges whether the parties of each milestone balance, in hundredths. */
function judgeBalance({ mileStonesParties }: Members): ContradictionDraft[] {
  const signOf = (role: unknown) => (role === partyRoles.CUSTOMER ? 1 : -1);
  const totals = Object.values(membersOf(mileStonesParties)).map((parties) =>
    listOf(parties).reduce((sum, { role, amount }) => sum + Math.round(Number(amount) * 100) * signOf(role), 0),
  );
  const message = 'the CUSTOMER amounts differ from the sum of the BROKER and PROVIDER amounts';
  return totals.some(Boolean) ? [{ place: 'request /mileStonesParties', rule: 'PARTY-4a', message }] : [];
}

const listOf = (list: unknown) => (Array.isArray(list) ? list.map(membersOf) : []);

function* judgeAnswer(exchange: KnownExchange): Generator<ContradictionDraft> {
  const { call, answer } = exchange;
  // A page says nothing about the service.
  if (!call || !answer || answer.body.kind === 'page') return;
  const { status } = answer;
  const { schema, open, isShown, success } = findAnswer(call, status);
  const ofBody = judgeBody(exchange, schema);
  if (isSuccess(status)) {
    const message = `has the status ${status} instead of ${success}`;
    if (!isShown && schema && !open.includes('status')) yield { place: 'answer', rule: ruleOf(schema), message };
    yield* ofBody.length === 0 ? judgeValues(exchange) : ofBody;
    // It is implied that this is the documented refusal.
  } else if (isShown && open.length === 0) yield* ofBody.map((one) => ({ ...one, basis: 'implied' as const }));
}

const validateAnswer = memoize(createValidator);

function judgeBody({ answer }: KnownExchange, schema: Schema | undefined): ContradictionDraft[] {
  if (!answer || !schema || isShapeless(schemasOf(schema)) || answer.body.kind === 'not recorded') return [];
  const { kind, content } = answer.body;
  const [place, rule] = [`answer ${answer.status}`, ruleOf(schema)];
  if (kind !== 'json') return [{ place, rule, message: kind === 'none' ? 'is empty instead of JSON' : 'is not JSON' }];
  // Formats are not judged: that of a timestamp is narrower than ISO 8601, which is all that the description says.
  const violations = validateAnswer(schema)(content).filter(({ keyword }) => keyword !== 'format');
  return violations
    .filter(({ pointer }) => !isRedacted(followPointer(pointer, membersOf(content))))
    .map(({ pointer, rule: own = rule, basis, message }) => {
      return { place: `${place} ${tracePointer(pointer, schema).place}`.trimEnd(), rule: own, basis, message };
    });
}

/** The parts of a checkout URL. Without the first, the others are missing too. */
const checkoutParts: readonly [pattern: RegExp, rule: string, message: string][] = [
  [/^https?:\/\/./i, 'PAY-1', 'is not a URL'],
  [/[?&]client_id=./, 'PAY-2', 'has no client_id in its query'],
  [/[?&]payment_methods=./, 'PAY-2', 'has no payment_methods in its query'],
  [/\/external\/[^/?#]/, 'PAY-3', 'has no shortId after /external/'],
];

/** Judges values of an answer that no schema can state. The body is as documented. */
function* judgeValues({ call, body, answer, pathValues }: KnownExchange): Generator<ContradictionDraft> {
  const { data } = membersOf(answer?.body.content);
  const place = `answer ${answer?.status} /data`;
  if (call?.id === 'addMilestones') {
    const [wanted, found] = [body.content, data].map((one) => listOf(membersOf(one)['milestones']));
    const prices = (found ?? []).flatMap(({ itemPrice }) => itemPrice ?? []);
    // The document may give the amount another name, and a service may take a price in quotes.
    const isLost = ({ itemPrice }: Members) => typeof itemPrice === 'number' && !prices.includes(itemPrice);
    if (prices.length > 0 && wanted?.some(isLost))
      yield { place: `${place}/milestones/*/itemPrice`, rule: 'MILESTONE-2', message: 'is not the amount sent' };
  }
  if (call?.id !== 'startPayment' || typeof data !== 'string' || isRedacted(data)) return;
  const wrong = checkoutParts.filter(([pattern]) => !pattern.test(data)).slice(0, URL.canParse(data) ? undefined : 1);
  yield* wrong.map(([, rule, message]) => ({ place, rule, message }));
  const { clientId = '' } = pathValues;
  // It is not shown whether a plus sign in a query means itself or a space.
  const clients = [clientId, clientId.replaceAll('+', ' '), null, undefined];
  if (!clients.includes(URL.parse(data)?.searchParams.get('client_id')))
    yield { place, rule: 'AUTH-5b', message: 'has a client_id that differs from the path' };
}
