import { exampleTokens, fillPath, getOperation } from '@escrow-kit/spec';
import { type CallCase, callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { describe, expect, test } from 'vitest';
import { type Received, sendRequest } from './send-request.ts';

function call(
  { operationId }: CallCase,
  { path = {}, query, body }: CallCase['accepted']['request'],
): Promise<Received> {
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
describe.for(callCasesOf('document'))('$operationId', (callCase) => {
  const { rule, named, operationId, accepted, refused } = callCase;

  test(`${rule} ${accepted.title}`, async () => {
    expect((await call(callCase, accepted.request)).status).toBe(200);
  });

  test(`${rule} ${refused.title}`, async () => {
    const answer = await call(callCase, refused.request);

    const { examples = {} } = getOperation(operationId).responses['400']?.content?.['application/json'] ?? {};
    const illustrations = Object.values(examples).filter((example) => example['x-rules']?.[0] === named);
    expect(answer.status).toBe(400);
    expect(illustrations.map(({ value }) => value)).toContainEqual(answer.body);
  });
});
