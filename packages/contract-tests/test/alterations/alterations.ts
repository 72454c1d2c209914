import type { Result } from '../../src/judge/verification.ts';
import type { HostAnswer, HostOptions } from '../provider/start-host.ts';

/** A change of what a sandbox answers, and what a verification has to say about it. */
interface Alteration extends HostOptions {
  result: Result;
  /** The rules at whose fault something is wrong, with the outcomes. Default: none. */
  findings?: Record<string, string>;
  /** A part of what is printed. */
  prints: string;
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };
const page: HostAnswer = { status: 200, headers: html, body: '<!doctype html><title>Welcome</title>' };

const isRefusal = ({ status }: HostAnswer): boolean => status >= 400;

const isOf = (operationId: string | undefined, operationIds: string[]): boolean =>
  operationIds.length === 0 || operationIds.includes(operationId ?? '');

/** Answers an operation, or all of them, with something else. */
const answerWith = (answer: HostAnswer | undefined, ...operationIds: string[]): HostOptions => ({
  changeAnswer: (usual, { operationId }) => (isOf(operationId, operationIds) ? answer : usual),
});

/** Changes the body of all successes that have one. */
const changeBodies = (change: (body: string) => string): HostOptions => ({
  changeAnswer: (answer) =>
    isRefusal(answer) || answer.body === '' ? answer : { ...answer, body: change(answer.body) },
});

/** Changes all refusals of some operations, or of all. */
const changeRefusals = (change: (answer: HostAnswer) => HostAnswer, ...operationIds: string[]): HostOptions => ({
  changeAnswer: (answer, { operationId }) =>
    isRefusal(answer) && isOf(operationId, operationIds) ? change(answer) : answer,
});

/** Services, each a sandbox whose answers were altered as no rule of it would be, by the end of "a service that". */
export const alterations: Readonly<Record<string, Alteration>> = {
  'is a sandbox': { result: 'held', prints: '69 rules held, none is broken' },
  'answers addParties with a page': {
    ...answerWith(page, 'addParties'),
    result: 'incomplete',
    prints:
      'not checked\n  something else than the service answered: 200, a body that begins with <!doctype html><title>Welcome</title>: 22 checks left out',
  },
  'has a firewall that refuses with a page': {
    ...changeRefusals(() => ({ ...page, status: 403 })),
    result: 'incomplete',
    prints: 'something else than the service answered: 403, a body that begins with <!doctype html>',
  },
  'breaks off the connections of startPayment': {
    ...answerWith(undefined, 'startPayment'),
    result: 'incomplete',
    prints: 'its state could not be set up: startPayment: no answer (UND_ERR_SOCKET)',
  },
  'never answers addMilestones': {
    hangsAt: 'addMilestones',
    result: 'incomplete',
    prints: 'addMilestones: no answer within 3 s, 2 times in a row, so it was not called again',
  },
  'fails with 500': {
    ...answerWith({ status: 500, headers: json, body: '{"error":"internal"}' }),
    result: 'broken',
    findings: {
      'USER-1': 'broken',
      'CONTRACT-1': 'broken',
      'UAPI-1': 'broken',
      'LEGACY-1': 'broken',
      'AUTH-4': 'broken',
      'UAPI-4': 'broken',
      'UAPI-7': 'assumed: differs',
    },
    prints: 'wrong     the status is 500 instead of any 2xx',
  },
  'is overloaded in startPayment': {
    ...answerWith({ status: 503, headers: text, body: 'try later' }, 'startPayment'),
    result: 'broken',
    findings: {
      'STATE-2': 'broken',
      'AUTH-4': 'broken',
      'PAY-1': 'broken',
      'PAY-4': 'broken',
      'ERR-1': 'assumed: differs',
    },
    prints: 'wrong     the status is 503 instead of any 2xx',
  },
  'refuses every call of the Users API with 429 for an hour': {
    ...answerWith(
      { status: 429, headers: { 'retry-after': '3600' }, body: '' },
      'linkUser',
      'getUser',
      'updateUser',
      'listWebhooks',
    ),
    result: 'incomplete',
    prints: 'there were too many requests (429), even after waiting',
  },
  'answers successes without a body': {
    ...changeBodies(() => ''),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     the body is empty instead of JSON',
  },
  'cuts its answers off': {
    ...changeBodies((body) => body.slice(0, -1)),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     the body is not valid JSON',
  },
  'wraps its answers': {
    ...changeBodies((body) => `{"result":${body}}`),
    result: 'broken',
    findings: { 'USER-1': 'broken', 'CONTRACT-2': 'broken', 'UAPI-1': 'broken', 'LEGACY-1': 'broken' },
    prints: 'wrong     data: is missing',
  },
  'calls its JSON a page': {
    changeAnswer: (answer) => (answer.body === '' ? answer : { ...answer, headers: html }),
    result: 'held',
    prints: 'remarks\n  JSON came with the content type text/html: 144 times, such as',
  },
  'refuses parties without a body': {
    ...changeRefusals((answer) => ({ ...answer, body: '' }), 'addParties'),
    result: 'held',
    prints:
      'remarks\n  a refusal came without a body: 19 times, such as AUTH-1b addParties with an unknown token is refused',
  },
  'refuses with 500': {
    ...changeRefusals(
      (answer) => ({ ...answer, status: answer.status === 400 ? 500 : answer.status }),
      'addParties',
      'addMilestones',
    ),
    result: 'assumed: differs',
    findings: { 'ERR-1': 'assumed: differs' },
    prints: 'wrong     the status is 500 instead of any 4xx',
  },
  'accepts what it refuses': {
    ...changeRefusals((answer) => ({ ...answer, status: 200 }), 'addParties'),
    result: 'broken',
    findings: {
      'AUTH-4': 'broken',
      'PARTY-3': 'broken',
      'AUTH-1b': 'implied: differs',
      'AUTH-5': 'implied: differs',
      'PARTY-1a': 'implied: differs',
      'PARTY-2a': 'implied: differs',
      'PARTY-4a': 'implied: differs',
      'PARTY-0': 'assumed: differs',
    },
    prints: 'wrong     the status is 200 instead of any 4xx',
  },
};
