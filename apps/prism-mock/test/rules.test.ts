import { exampleTokens, fillPath, getOperation, rules } from '@escrow-kit/spec';
import { type CallCase, callCasesOf, callTestsOf } from '@escrow-kit/spec/test-support/call-cases';
import { findRuleTests } from '@escrow-kit/tools/rule-tests';
import { describe, expect, test } from 'vitest';
import { sendRequest } from './mock.ts';

function call({ operationId }: CallCase, { path = {}, query, body }: CallCase['accepted']['request']) {
  const { method, path: template, mediaType, tokenKinds } = getOperation(operationId);
  const [kind] = tokenKinds;
  const search = new URLSearchParams(query as Record<string, string>);
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  return sendRequest(`${method} ${fillPath(template, path)}?${search}`, {
    ...(kind && { token: exampleTokens[kind] }),
    ...(isForm ? { form: body as Record<string, string> } : body !== undefined && { json: body }),
  });
}

/** The mock checks all that the document says, so it holds every case of the document. */
const cases = callCasesOf('document');
const accepting = Map.groupBy(cases, ({ operationId, accepted }) => JSON.stringify([operationId, accepted.request]));

test.each([...accepting.values()])('$rule $operationId $accepted.title', async (callCase) => {
  expect((await call(callCase, callCase.accepted.request)).status).toBe(200);
});

describe.for(cases)('$operationId', (callCase) => {
  const { rule, named, operationId, refused } = callCase;

  test(`${rule} ${refused.title}`, async () => {
    const answer = await call(callCase, refused.request);

    const { examples = {} } = getOperation(operationId).responses['400']?.content?.['application/json'] ?? {};
    const illustrations = Object.values(examples).filter((example) => example['x-rules']?.[0] === named);
    expect(answer.status).toBe(400);
    expect(illustrations.map(({ value }) => value)).toContainEqual(answer.body);
  });
});

const tests = [...findRuleTests(import.meta.dirname), ...callTestsOf('document')];
const held = Object.keys(rules).filter((id) => rules[id]?.heldBy.includes('mock'));

test('every rule that the mock holds has a test of what is accepted and one of what is refused', () => {
  for (const isRefusal of [true, false]) {
    const tested = tests.filter((each) => each.isRefusal === isRefusal).map(({ rule }) => rule);
    expect(tested).toEqual(expect.arrayContaining(held));
  }
});
