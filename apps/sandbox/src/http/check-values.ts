import { Refusal } from '../domain/refusal.ts';
import { shorten } from './list-violations.ts';

/** How deep a body may be nested, and how many values it may hold: far above any contract. Our choice: not shown. */
const deepest = 64;
const mostValues = 20_000;

/** A value, and where it stands. */
interface Found {
  value: unknown;
  field: string;
  depth: number;
}

/**
 * Refuses what neither store could keep as it was sent, before anything else looks at it: text with a NUL character or
 * half a surrogate pair, a number that JSON can't write back (1e400), and what is nested or filled beyond measure.
 * `field` names the value. Walks without recursion, so that no nesting is too deep for it.
 */
export function checkValues(root: unknown, field: string): void {
  const open: Found[] = [{ value: root, field, depth: 0 }];
  let count = 0;
  for (let found = open.pop(); found; found = open.pop()) {
    count += 1;
    if (count > mostValues) throw refuse(field, `holds more than ${mostValues} values`);
    checkScalar(found);
    for (const child of childrenOf(found)) open.push(child);
  }
}

function checkScalar({ value, field }: Found): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse(field, 'is a number too large to be kept');
  if (typeof value === 'string' && !isStorable(value)) throw refuse(field, unstorable);
}

function childrenOf({ value, field, depth }: Found): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth === deepest) throw refuse(field, `is nested more than ${deepest} levels deep`);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => ({ value: item, field: `${field}[${index}]`, depth: depth + 1 }));
  }
  return Object.entries(value).map(([key, item]) => {
    if (!isStorable(key)) throw refuse(field, `has a name that ${unstorable}`);
    return { value: item, field: `${field}.${key}`, depth: depth + 1 };
  });
}

const unstorable = 'holds a NUL character or half a surrogate pair';

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refuse(field: string, what: string): Refusal {
  const name = shorten(field);
  return new Refusal('rule_violation', { rule: 'ERR-1a', field: name, message: `${name} ${what}.` });
}
