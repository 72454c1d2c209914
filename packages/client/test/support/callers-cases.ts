import { getOperation } from '@escrow-kit/spec';
import { type CallCase, callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { withoutFixed } from './document-calls.ts';

/** Leaves out cases about fixed values, which the client fills in. */
const isCallers = ({ operationId, accepted, refused }: CallCase): boolean => {
  const { body } = getOperation(operationId);
  const [right, wrong] = [accepted, refused].map(({ request }) => body && withoutFixed(body.schema, request.body));
  return JSON.stringify(right) !== JSON.stringify(wrong);
};

/** The document's cases of wrong input from a caller. */
export const callersCases: CallCase[] = callCasesOf('client').filter(isCallers);
