import { getOperation } from '@escrow-kit/spec';
import { type CallCase, callCasesOf } from '@escrow-kit/spec/test-support/call-cases';
import { withoutFixed } from './document-calls.ts';

/** What the service fixes is none of a caller's: the client fills it in. */
const isCallers = ({ operationId, accepted, refused }: CallCase): boolean => {
  const { body } = getOperation(operationId);
  const [right, wrong] = [accepted, refused].map(({ request }) => body && withoutFixed(body.schema, request.body));
  return JSON.stringify(right) !== JSON.stringify(wrong);
};

/** The document's cases of what a caller can do wrong. */
export const callersCases: CallCase[] = callCasesOf('client').filter(isCallers);
