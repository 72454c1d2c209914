import { isOfType } from '../calls/read-success.ts';
import type { Deployment } from '../document/registered.ts';
import type { CreatedMilestone, RegisteredCustomer } from '../document/schemas.ts';
import type { AnswerType } from '../rules/deployment.ts';
import { isPathId, isText } from '../rules/guards.ts';

/** The types of the fields of the deployment's answer, by path. */
export type AnswerTypes = Readonly<Record<string, AnswerType>> | undefined;

/** Ids of contracts and milestones are text. */
const isTextId = (value: unknown): value is string => isText(value) && isPathId(value);

/** Reads the id of a contract. */
export const readContractId = (value: unknown): string | undefined => (isTextId(value) ? value : undefined);

/** Lists the milestones of an answer whose id no other milestone has. */
export function newMilestones(milestones: unknown[], done: object): unknown[] {
  const known: unknown[] = Object.values(done).map((result) => idOf(result));
  return milestones.filter((milestone) => isTextId(idOf(milestone)) && !known.includes(idOf(milestone)));
}

const idOf = (value: unknown): unknown => (value as Partial<CreatedMilestone> | null)?.id;

/** Reads the documented fields of a new milestone. The journal must not save anything else that the service may answer. */
export function readMilestone(value: unknown, done: object, types?: AnswerTypes): CreatedMilestone | undefined {
  if (newMilestones([value], done).length === 0 || milestoneFaults(value, types).length > 0) return undefined;
  const { id, itemPrice, fee, feePercentage, status } = value as CreatedMilestone;
  return { id, itemPrice, fee, feePercentage, status };
}

/** A milestone as the deployment answers it: a person who looked it up gave amounts as numbers or texts, and no status. */
export function asAnswered(
  milestone: CreatedMilestone,
  { operationTable: { addMilestones }, initialStatus }: Deployment,
): CreatedMilestone {
  const fields = Object.entries({ ...milestone, status: milestone.status ?? initialStatus }).map(([name, value]) => {
    const type = addMilestones.answer?.[`data.milestones[].${name}`];
    return [name, value === undefined || !type ? value : type === 'string' ? String(value) : Number(value)];
  });
  return Object.fromEntries(fields);
}

/** Names the fields of a milestone that can't be used, and what they are. */
export function milestoneFaults(value: unknown, types: AnswerTypes): string[] {
  const { id, itemPrice, fee, feePercentage, status } = Object(value) as CreatedMilestone;
  const path = 'data.milestones[].';
  const idFault = isTextId(id) ? [] : [`${path}id is ${typeNameOf(id)}, not an id`];
  return [...idFault, ...fieldFaults({ itemPrice, fee, feePercentage, status }, types, path)];
}

/** Reads the ids of a customer alone: the journal must not save anything else that the service may answer. */
export function readCustomer(value: unknown, types: AnswerTypes): RegisteredCustomer | undefined {
  if (customerFaults(value, types).length > 0) return undefined;
  const { serviceUserId, userIdentification } = value as RegisteredCustomer;
  return { serviceUserId, userIdentification };
}

/** Names the ids of a customer that can't be used, and what they are. */
export function customerFaults(value: unknown, types: AnswerTypes): string[] {
  const { serviceUserId, userIdentification } = Object(value) as RegisteredCustomer;
  const missing = serviceUserId === undefined ? ['serviceUserId is missing'] : [];
  return [...missing, ...fieldFaults({ serviceUserId, userIdentification }, types)];
}

/** A field may be missing. Without a type, as if null is allowed, it is anything but an object. */
function fieldFaults(fields: object, types: AnswerTypes, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = types?.[`${path}${name}`];
    const isUsable = type ? isOfType(value, type) : value === null || typeof value !== 'object';
    return value === undefined || isUsable ? [] : [`${path}${name} is ${typeNameOf(value)}, not ${type ?? 'a value'}`];
  });
}

const typeNameOf = (value: unknown): string => {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

/** The result of a step whose answer is not shown: null. */
export const notShownResult = {
  resultInWords: 'null',
  resultIn: (): unknown => null,
  readResult: (value: unknown): unknown => (value === null ? null : undefined),
};
