import { Refusal } from './refusal.ts';

/** Whether a value is a JSON object, not a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rule that a value breaks, and its field in the request. */
interface FieldRule {
  rule: string;
  field: string;
}

// These refuse values with which a call cannot be carried out, even if their rule is only noted, or off.

/** Throws unless the value is an object. */
export function requireObject(value: unknown, fieldRule: FieldRule): void {
  if (!isObject(value)) throw refusalOf('an object', fieldRule);
}

/** Throws if one of the fields is there and is not text. */
export function requireText(fields: Readonly<Record<string, unknown>>, rule: string): void {
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined && typeof value !== 'string') throw refusalOf('text', { rule, field });
  }
}

/** Throws unless each of the fields is there and is text. */
export function requireTexts(fields: Readonly<Record<string, unknown>>, rule: string): void {
  const [field] = Object.entries(fields).find(([, value]) => typeof value !== 'string') ?? [];
  if (field !== undefined) throw refusalOf('text', { rule, field });
}

/** Throws unless the value is a list of objects. */
export function requireObjects(value: unknown, fieldRule: FieldRule): void {
  if (!Array.isArray(value) || !value.every(isObject)) throw refusalOf('a list of objects', fieldRule);
}

function refusalOf(wanted: string, { rule, field }: FieldRule): Refusal {
  return new Refusal('rule_violation', { rule, field, message: `${field} is not ${wanted}. Send ${wanted}.` });
}
