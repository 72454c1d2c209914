import { isRecord, isText } from './guards.ts';

function isStep(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRecord(value) || !isText(value['inputHash'])) return false;
  return value['status'] === 'pending' ? isText(value['since']) : value['status'] === 'done' && 'result' in value;
}

/** Whether a value is the entry of a flow in a journal, with every part that flows read. */
export function isJournalEntry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { flow, salt, revision, steps } = value;
  const isNamed = isText(flow) && isText(salt) && Number.isInteger(revision);
  return isNamed && isRecord(steps) && Object.values(steps).every(isStep);
}
