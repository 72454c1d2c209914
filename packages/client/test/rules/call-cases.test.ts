import type { CallCase } from '@escrow-kit/spec/test-support/call-cases';
import { describe, expect, test } from 'vitest';
import type { EscrowClient } from '../../src/index.ts';
import { callOperation } from '../support/call-operation.ts';
import { callersCases } from '../support/document-calls.ts';
import { createObservedClient } from '../support/observed-client.ts';

const call = (
  escrow: EscrowClient,
  { operationId }: CallCase,
  { path, query, body }: CallCase['accepted']['request'],
) => callOperation(escrow, operationId, { path, query, body });

describe.for(callersCases)('$operationId', (callCase) => {
  const { rule, named, accepted, refused } = callCase;

  test(`${rule} ${accepted.title}`, async () => {
    const { escrow, sent } = createObservedClient({ '*': { status: 404 } });

    await expect(call(escrow, callCase, accepted.request)).rejects.toMatchObject({ status: 404 });
    expect(sent).toHaveLength(1);
  });

  test(`${rule} ${refused.title}, before anything is sent`, async () => {
    const { escrow, sent } = createObservedClient({ '*': { status: 404 } });

    await expect(call(escrow, callCase, refused.request)).rejects.toMatchObject({
      code: 'rule_violation',
      outcome: 'not-sent',
      violations: expect.arrayContaining([expect.objectContaining({ rule: named })]),
    });
    expect(sent).toEqual([]);
  });
});
