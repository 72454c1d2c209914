import { operationTable } from '../generated/operations.ts';
import type { components } from '../generated/schema.ts';
import type { OperationId } from '../operation-types.ts';
import { completeValue } from './complete-value.ts';
import { isRecord } from './is-record.ts';
import { partyTotalViolations } from './party-totals.ts';
import type { Violation } from './violation.ts';

type AddPartiesRequest = components['schemas']['AddPartiesRequest'];

/**
 * The body of an operation, complete, or nothing where none was given and none is needed. What it breaks of all that
 * the document states, and of the totals that no schema can state (PARTY-4), is added to the violations.
 */
export function completeBody(operationId: OperationId, given: unknown, violations: Violation[], path = ''): unknown {
  const schema = operationTable[operationId].body;
  if (!schema || (given === undefined && !schema.properties)) return given;
  const body = completeValue(schema, given ?? {}, violations, path);
  if (operationId === 'addParties') {
    const { mileStonesParties } = body as Partial<AddPartiesRequest>;
    if (isRecord(mileStonesParties)) violations.push(...partyTotalViolations(mileStonesParties, violations));
  }
  return body;
}
