import type { CreatedMilestone } from '../generated/schema.ts';
import { isPathId, isText } from '../rules/guards.ts';

/** The service's ids of contracts and milestones are text. */
const isTextId = (value: unknown): value is string => isText(value) && isPathId(value);

/** Reads the id of a contract. */
export const readContractId = (value: unknown): string | undefined => (isTextId(value) ? value : undefined);

/** What is documented of a new milestone alone: what else the service may answer is not for the journal. */
export function readMilestone(value: unknown, done: object): CreatedMilestone | undefined {
  const { id, itemPrice, fee, feePercentage, status } = (value ?? {}) as CreatedMilestone;
  const amounts: unknown[] = [itemPrice, fee, feePercentage];
  const isDocumented =
    amounts.every((amount) => amount === undefined || Number.isFinite(amount)) &&
    (status === undefined || typeof status === 'string');
  const known: unknown[] = Object.values(done).map((result) => (result as Partial<CreatedMilestone> | null)?.id);
  return isTextId(id) && isDocumented && !known.includes(id)
    ? { id, itemPrice, fee, feePercentage, status }
    : undefined;
}

/** Reads the result of a step whose answer is not shown: there is none to keep. */
export const readNull = (value: unknown): null | undefined => (value === null ? null : undefined);
