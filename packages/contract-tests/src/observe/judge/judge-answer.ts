import { type Basis, findRule, type Response, type Schema, type ServiceOperation } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import { segmentsOf, valueAt } from '../pointer.ts';
import { placeOf, traceSteps } from './body-walk.ts';
import {
  isBodyNotShown,
  ruleOfBody,
  ruleOfOperation,
  rulesOfBody,
  shownRefusalOf,
  validatorOfAnswer,
} from './document-rules.ts';
import { judgeValues } from './judge-values.ts';
import { type FoundViolation, inBody } from './keep-violation.ts';
import { findUnknownRecord, type UnknownRecord } from './known-records.ts';
import type { Memory } from './memory.ts';
import { isJsonType } from './read-body.ts';
import type { AnsweredCall } from './read-exchange.ts';

/** What the document and the rules forbid in an answer. `forbidden` is what they forbid in its request. */
export function judgeAnswer(
  exchange: AnsweredCall,
  forbidden: readonly FoundViolation[],
  memory: Memory,
): FoundViolation[] {
  const { response } = exchange;
  // A page, a redirect or an answer of a gateway says nothing about the service.
  if (response.body.isPage) return [];
  return isSuccess(response.status) ? judgeSuccess(exchange) : judgeRefusal(exchange, forbidden, memory);
}

function judgeSuccess(exchange: AnsweredCall): FoundViolation[] {
  const { call, response } = exchange;
  const { documented, status } = response;
  if (!documented) return [];
  const rule = ruleOfBody(documented) ?? ruleOfOperation(call);
  const [shown] = Object.keys(call.responses).filter((known) => isSuccess(Number(known)));
  const isOpen = call.responses[status] !== undefined || documented['x-not-shown'] !== undefined;
  const ofStatus = isOpen ? [] : [wrongStatus(status, { rule, shown: `${shown}` })];
  const ofBody = judgeBody(exchange, documented, { rule });
  return [...ofStatus, ...ofBody, ...(ofBody.length === 0 ? judgeValues(exchange) : [])];
}

const wrongStatus = (
  status: number,
  { rule, shown, basis }: { rule: string; shown: string; basis?: Basis | undefined },
): FoundViolation => ({ part: 'response', at: 'status', rule, basis, message: `is ${status} instead of ${shown}` });

/** Whether the body is the documented one decides whether only the status is another one. */
function wrongRefusal(
  exchange: AnsweredCall,
  documented: Response,
  expected: { rule: string; shown: string; basis?: Basis | undefined },
): FoundViolation {
  const found = wrongStatus(exchange.response.status, expected);
  if (judgeBody(exchange, documented, expected).length === 0) return found;
  return { ...found, at: 'status and body', message: found.message.replace('is', 'are not as documented,') };
}

/** Judges the body by its schema. `basis` is how sure it is that this answer is due. */
function judgeBody(
  { response }: AnsweredCall,
  documented: Response,
  { rule, basis }: { rule: string; basis?: Basis | undefined },
): FoundViolation[] {
  const [media] = Object.values(documented.content ?? {});
  const { kind, content } = response.body;
  if (!media || kind === 'cut' || isBodyNotShown(documented)) return [];
  const wrong = (at: string, message: string, own = basis): FoundViolation[] => [
    { part: 'response', at, rule, basis: own, message },
  ];
  if (kind !== 'json') return wrong('body', kind === 'none' ? 'is empty instead of JSON' : 'is not JSON');
  const place = placeOf(media.schema);
  const found = validatorOfAnswer(media.schema)(content).map((violation) =>
    inBody({ ...violation, ...(basis !== undefined && { basis }) }, { part: 'response', root: content, place }),
  );
  // That the body is JSON is stated, what the header says is not.
  return isJsonType(response.mediaType)
    ? found
    : [...found, ...wrong('header content-type', 'is no media type of JSON', 'implied')];
}

/** Statuses that a service may answer whatever else is wrong: the token may have expired, or too much was sent. */
const unrelated: readonly number[] = [401, 403, 408, 415, 429];

function judgeRefusal(exchange: AnsweredCall, forbidden: readonly FoundViolation[], memory: Memory): FoundViolation[] {
  const { token } = exchange;
  const { status } = exchange.response;
  const byToken = forbidden.find(({ rule }) => rule === 'AUTH-4');
  if (byToken) {
    const isRight = status === 403 || status >= 500;
    return isRight ? [] : [wrongStatus(status, { rule: 'AUTH-4', shown: '403', basis: byToken.basis })];
  }
  const misplaced = findMisplaced(exchange);
  if (misplaced) return [misplaced];
  if (unrelated.includes(status)) return [];
  const isKnownToken = token !== undefined && memory.wasServed(token);
  if (forbidden.length === 0) {
    const unknown = findUnknownRecord(exchange, memory);
    if (unknown) return judgeUnknown(exchange, unknown, isKnownToken ? unknown.basis : 'implied');
  }
  return judgeInvalid(exchange, forbidden, isKnownToken);
}

/** Judges the answer to a request that is invalid, if the document shows it (UAPI-4). */
function judgeInvalid(
  exchange: AnsweredCall,
  forbidden: readonly FoundViolation[],
  isKnownToken: boolean,
): FoundViolation[] {
  const { call, response } = exchange;
  const { status } = response;
  const shown = shownRefusalOf(call);
  const isInvalid = forbidden.some((violation) => basisOf(violation) === 'stated');
  if (!isInvalid || !shown) return [];
  const due = shown.response;
  const expected = { rule: ruleOfAnswer(due, call), basis: isKnownToken ? undefined : ('implied' as const) };
  if (status === shown.status) return judgeBody(exchange, due, expected);
  return call.responses[status] || status >= 500
    ? []
    : [wrongRefusal(exchange, due, { ...expected, shown: `${shown.status}` })];
}

const ruleOfAnswer = (documented: Response, call: ServiceOperation): string =>
  ruleOfBody(documented) ?? documented['x-rules']?.[0] ?? ruleOfOperation(call);

const basisOf = ({ rule = '', basis }: FoundViolation): Basis | undefined => basis ?? findRule(rule)?.basis;

/** Judges the answer for a record that does not exist. */
function judgeUnknown(
  exchange: AnsweredCall,
  { rule, expected }: UnknownRecord,
  basis: Basis | undefined,
): FoundViolation[] {
  const { status, body } = exchange.response;
  const documented = exchange.call.responses[expected];
  if (!documented) return [];
  if (String(status) !== expected) return status >= 500 ? [] : [wrongStatus(status, { rule, basis, shown: expected })];
  if (documented.content) return judgeBody(exchange, documented, { rule, basis });
  return body.kind === 'none' ? [] : [{ part: 'response', at: 'body', rule, basis, message: 'is not empty' }];
}

/** A code that the document shows with another status. */
function findMisplaced(exchange: AnsweredCall): FoundViolation | undefined {
  const { call, response } = exchange;
  const { status, body } = response;
  for (const [shown, documented] of Object.entries(call.responses)) {
    const [media] = Object.values(documented.content ?? {});
    if (shown === String(status) || !/^4\d\d$/.test(shown) || !media || isBodyNotShown(documented)) continue;
    const code = codeOf(body.content);
    if (code === undefined || !knownCodesOf(media.schema).includes(code)) continue;
    const example = Object.values(media.examples ?? {}).find(({ value }) => codeOf(value) === code);
    const own = rulesOfBody(documented).find((id) => example?.['x-rules']?.includes(id));
    const rule = own ?? ruleOfAnswer(documented, call);
    return wrongRefusal(exchange, documented, { rule, shown });
  }
  return undefined;
}

/** Where refusals have their code. */
const placesOfCode = ['/error/code', '/error'];

function codeOf(content: unknown): string | undefined {
  const codes = placesOfCode.map((place) => valueAt(content, segmentsOf(place)));
  return codes.find((code) => typeof code === 'string') as string | undefined;
}

function knownCodesOf(schema: Schema): unknown[] {
  return placesOfCode
    .flatMap((pointer) => traceSteps(pointer, {}, placeOf(schema)).at(-1)?.place.schemas ?? [])
    .flatMap((code) => code['x-known-values'] ?? code.enum ?? []);
}
