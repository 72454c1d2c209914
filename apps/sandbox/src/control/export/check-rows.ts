import { DomainError } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import { checkValues } from '../../http/read-request.ts';
import { type Column, type Table, type TenantTableName, tenantTables } from '../../storage/tables.ts';
import { type ExportedRow, type ExportedTenant, ownColumns } from './export-tenant.ts';

/** Throws if tables or rows are not as an export writes them. */
export function checkRows({ tables }: ExportedTenant, tenant: Tenant): void {
  const unknown = Object.keys(tables).find((name) => !Object.hasOwn(tenantTables, name));
  if (unknown !== undefined) throw refuse('tables', 'contains an unknown table');
  for (const [table, { columns }] of Object.entries(tenantTables) as [TenantTableName, Table][]) {
    const own = ownColumns(table, tenant);
    const exported = Object.entries(columns).filter(([name]) => !Object.hasOwn(own, name));
    tables[table]?.forEach((row, index) => {
      checkRow(row, exported, `tables.${table}[${index}]`);
    });
  }
  checkLedger(tables);
}

function checkRow(row: ExportedRow, columns: [string, Column][], field: string): void {
  checkValues(row, field);
  const names = columns.map(([name]) => name);
  if (Object.keys(row).length !== names.length) throw refuse(field, `does not have the columns ${names.join(', ')}`);
  for (const [name, column] of columns) {
    if (!fits(row[name], name, column)) throw refuse(`${field}.${name}`, `is not ${describe(name, column)}`);
  }
}

function fits(value: unknown, name: string, { type, isNullable, words }: Column): boolean {
  if (value === null) return isNullable;
  if (words) return words.includes(value);
  if (type === 'bigint') return Number.isSafeInteger(value) && (!isTime(name) || isDate(value as number));
  if (type === 'text') return typeof value === 'string' && (!name.endsWith('Json') || isJson(value));
  return typeof value === 'number';
}

function describe(name: string, { type, isNullable, words }: Column): string {
  const what = name.endsWith('Json') ? 'JSON text' : isTime(name) ? 'a time' : typeNames[type];
  return words ? `one of ${words.join(', ')}` : `${what}${isNullable ? ' or null' : ''}`;
}

const typeNames: Record<Column['type'], string> = {
  text: 'text',
  bigint: 'an integer',
  'double precision': 'a number',
};

function isTime(name: string): boolean {
  return name.endsWith('At');
}

/** Whether a number can be written as a timestamp. */
function isDate(timeInMs: number): boolean {
  return !Number.isNaN(new Date(timeInMs).getTime());
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws if the entries of a posting do not add up to zero, or do not all belong to one event of their milestone. */
function checkLedger({ ledgerEntries = [], events = [] }: ExportedTenant['tables']): void {
  const milestones = new Map(events.map(({ id, milestoneId }) => [id, milestoneId]));
  for (const entries of Map.groupBy(ledgerEntries, ({ postingId }) => postingId).values()) {
    if (entries.reduce((sum, { amount }) => sum + Number(amount), 0) !== 0) {
      throw refuse('tables.ledgerEntries', 'has a posting whose entries do not add up to zero');
    }
    const eventIds = new Set(entries.map(({ eventId }) => eventId));
    if (eventIds.size > 1 || entries.some(({ eventId, milestoneId }) => milestones.get(eventId) !== milestoneId)) {
      throw refuse('tables.ledgerEntries', 'has a posting that does not belong to one event of its milestone');
    }
  }
}

function refuse(field: string, what: string): DomainError {
  return new DomainError('rule_violation', { field, message: `${field} ${what}. Import what an export returned.` });
}
