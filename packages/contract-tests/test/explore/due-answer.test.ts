import { getOperation, type OperationId } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { fillTemplate } from '../../src/consumer/placed-value.ts';
import { samples } from '../../src/consumer/samples.ts';
import { applyChange, type Change } from '../../src/explore/change.ts';
import { dueAnswerOf, type JudgedRequest } from '../../src/explore/due-answer.ts';
import { judgeAnswer } from '../../src/explore/judge-answer.ts';
import { valueExamples } from '../../src/states/values.ts';

/** What is due for the sample of an operation with changes of its body, each at a path. */
function dueAnswer(
  id: OperationId,
  changes: Partial<Change>[] = [],
  token: JudgedRequest['token'] = 'own',
): ReturnType<typeof dueAnswerOf> {
  const { path = {}, query, body } = samples[id].request;
  const request = { query, body: body === undefined ? undefined : fillTemplate(body, valueExamples) };
  const made = changes.map(
    (change): Change => ({ path: [], value: undefined, isSettled: true, isOptional: false, ...change }),
  );
  for (const change of made) applyChange(request, change.path, change.value);
  const parts = {
    path: fillTemplate(path, valueExamples) as Record<string, unknown>,
    ...request,
  } as JudgedRequest['parts'];
  return dueAnswerOf({ operation: getOperation(id), changes: made, token, parts });
}

const parties = ['body', 'mileStonesParties', '*'];

test.for([
  ['PARTY-3', 'stated', 'addParties', [...parties, 1, 'isSender'], false],
  ['PARTY-4', 'stated', 'addParties', [...parties, 0, 'amount'], 1000.01],
  ['PARTY-2a', 'implied', 'addParties', [...parties, 0, 'isSender'], false],
  // It can mean only one thing.
  ['PARTY-2a', 'assumed', 'addParties', [...parties, 0, 'isSender'], undefined],
  ['PARTY-2a', 'assumed', 'addParties', [...parties, 0, 'isSender'], 'true'],
  ['BANK-2', 'stated', 'addBankAccount', ['body', 'iban'], 'SA00'],
  ['BANK-1b', 'assumed', 'addBankAccount', ['body', 'beneficiaryName'], 7],
  ['ADDR-1', 'stated', 'addAddress', ['body', 'countryCode'], undefined],
] as const)('%s is %s to refuse %s with %j as %j', ([rule, basis, operation, path, value]) => {
  expect(dueAnswer(operation, [{ path: [...path], value }])).toMatchObject({ kind: 'refusal', rule, basis });
});

test('UAPI-1 a field that may be left out may also be ignored', () => {
  const change = { path: ['body', 'metadata'], value: 'none', isOptional: true };

  expect(dueAnswer('linkUser', [change])).toMatchObject({ kind: 'refusal', rule: 'UAPI-1', basis: 'assumed' });
});

test.for([
  ['AUTH-4', 'stated', 'createContract', 'organizationToken'],
  ['AUTH-1a', 'assumed', 'createContract', 'apiKey'],
  ['AUTH-1b', 'implied', 'createContract', 'none'],
] as const)('%s is %s to refuse %s with the token %s', ([rule, basis, operation, token]) => {
  expect(dueAnswer(operation, [], token)).toMatchObject({ kind: 'refusal', rule, basis });
});

test('a valid request is served, and it is undecided whether more is', () => {
  expect(dueAnswer('addAddress')).toEqual({ kind: 'success', rule: 'ADDR-1', basis: 'stated' });
  expect(dueAnswer('addAddress', [{ path: ['body', 'city'], value: 'x'.repeat(9000), isSettled: false }])).toEqual({
    kind: 'undecided',
    rule: 'ADDR-1',
  });
});

const answer = (status: number, body: unknown = {}) => ({ status, headers: {}, body: JSON.stringify(body) });
const judge = (id: OperationId, due: ReturnType<typeof dueAnswer>, ...given: Parameters<typeof answer>) =>
  judgeAnswer(getOperation(id), answer(...given), due);

test('AUTH-4 another status is broken only if nothing else forbids the request', () => {
  const missing = { path: ['body', 'type'] };
  const one = dueAnswer('createContract', [], 'organizationToken');
  const two = dueAnswer('createContract', [missing], 'organizationToken');
  const unsettled = { path: ['body', 'itemDetail', 'title'], value: 'é', isSettled: false };
  const perhaps = dueAnswer('createContract', [unsettled], 'organizationToken');

  expect(judge('createContract', one, 403)).toBeUndefined();
  expect(judge('createContract', one, 400)).toMatchObject({ rule: 'AUTH-4', basis: 'stated' });
  expect(judge('createContract', two, 400)).toBeUndefined();
  expect(judge('createContract', perhaps, 400)).toBeUndefined();
  expect(judge('createContract', two, 200)).toMatchObject({ rule: 'AUTH-4', basis: 'stated', kind: 'served' });
});

test('CONTRACT-2 the answer to a valid request is as documented, with any success status', () => {
  const due = dueAnswer('createContract');
  const data = { id: 'c-1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };

  expect(judge('createContract', due, 201, { data })).toBeUndefined();
  expect(judge('createContract', due, 200, { data: { ...data, id: 7 } })).toMatchObject({ rule: 'CONTRACT-2' });
  expect(judge('createContract', due, 422)).toMatchObject({ rule: 'CONTRACT-1', basis: 'stated', kind: 'refused' });
  expect(judge('createContract', due, 401)).toMatchObject({ rule: 'AUTH-3', basis: 'stated' });
});

test('UAPI-1 a timestamp may have any form of ISO 8601', () => {
  const at = '2030-W05-1T10:00:00Z';
  const data = { user_id: 'usr_1', waffy_token: 't', status: 'linked', verification_required: true, created_at: at };
  const body = { success: true, data, meta: { request_id: 'r', timestamp: at } };

  expect(judge('linkUser', dueAnswer('linkUser'), 200, body)).toBeUndefined();
});

test('ERR-1 a server error is told, but no rule is broken, unless the request has to be served', () => {
  expect(judge('addParties', dueAnswer('addParties'), 500)).toMatchObject({ rule: 'PARTY-0', basis: 'stated' });
  expect(judge('addParties', dueAnswer('addParties', [{ path: ['body'], value: 7 }]), 500)).toMatchObject({
    rule: 'ERR-1',
    basis: 'assumed',
  });
});
