import type { CreatedMilestone } from '../document/schemas.ts';
import { isPathId, isText } from '../rules/guards.ts';

/** Ids of contracts and milestones are text. */
const isTextId = (value: unknown): value is string => isText(value) && isPathId(value);

/** Reads the id of a contract. */
export const readContractId = (value: unknown): string | undefined => (isTextId(value) ? value : undefined);

/** Reads the documented fields of a new milestone. The journal must not save anything else that the service may answer. */
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

/** The result of a step whose answer is not shown: null. */
export const notShownResult = {
  resultInWords: 'null',
  resultIn: (): unknown => null,
  readResult: (value: unknown): unknown => (value === null ? null : undefined),
};
