import { isRecord, isText } from './guards.ts';

function isStep(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || !isText(value['inputHash'])) return false;
  return value['status'] === 'pending' ? isText(value['since']) : value['status'] === 'done' && 'result' in value;
}

const isService = (value: unknown): boolean =>
  isRecord(value) && isText(value['address']) && (value['instance'] === undefined || isText(value['instance']));

/** Whether a value is a journal entry, with every part that flows read. */
export function isJournalEntry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { flow, salt, revision, service, completedAt, steps } = value;
  const isNamed = isText(flow) && isText(salt) && Number.isInteger(revision);
  const isMarked = (service === undefined || isService(service)) && (completedAt === undefined || isText(completedAt));
  return isNamed && isMarked && isRecord(steps) && Object.values(steps).every(isStep);
}
