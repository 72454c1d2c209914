import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import type { Party } from '../resources/contracts.ts';
import { completeValue } from './complete-value.ts';
import { partyTotalViolations } from './party-totals.ts';
import type { Violation } from './violation.ts';

/**
 * The body of an operation, complete, or nothing where none was given and none is needed. What it breaks of all that
 * the document states, and of the totals that no schema can state (PARTY-4), is added to the violations.
 */
export function completeBody(operationId: OperationId, given: unknown, violations: Violation[]): unknown {
  const schema = operationTable[operationId].body;
  if (!schema || (given === undefined && !schema.properties)) return given;
  const before = violations.length;
  const body = completeValue(schema, given ?? {}, violations);
  if (operationId === 'addParties' && violations.length === before) {
    violations.push(
      ...partyTotalViolations((body as { mileStonesParties: Record<string, Party[]> }).mileStonesParties),
    );
  }
  return body;
}
