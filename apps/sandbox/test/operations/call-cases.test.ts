import { callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { describe, expect, test } from 'vitest';
import { canBeNoted } from '../../src/domain/refuse-or-note.ts';
import { type Answer, type CallParts, send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const ruleOf = ({ body }: Answer): unknown => body?.rule ?? body?.error?.rule;

const sandbox = startedSandbox('SQLite');
const noting = startedSandbox('SQLite', { assumedRules: 'note' });

describe.for(callCasesOf('sandbox'))('$operationId', ({ rule, named, operationId, accepted, refused }) => {
  test(`${rule} ${accepted.title}`, async () => {
    const answer = await send(sandbox(), operationId, accepted.request as CallParts);

    // There may be other violations besides the rule, such as an unknown id.
    expect(ruleOf(answer)).not.toBe(named);
  });

  test(`${rule} ${refused.title}`, async () => {
    const answer = await send(sandbox(), operationId, refused.request as CallParts);

    expect([answer.status, ruleOf(answer)]).toEqual([400, named]);
    if (canBeNoted(named)) return;
    const stillRefused = await send(noting(), operationId, refused.request as CallParts);
    expect([stillRefused.status, ruleOf(stillRefused)]).toEqual([400, named]);
  });
});
