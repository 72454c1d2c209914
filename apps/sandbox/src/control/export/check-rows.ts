import { milestoneStates } from '@escrow-kit/spec';
import { DomainError } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import { checkValues } from '../../http/read-request.ts';
import type { Row } from '../../storage/tables.ts';
import { type TenantTableName, tenantTables } from '../../storage/tenant-tables.ts';
import { type ExportedRow, type ExportedTenant, ownColumns } from './exported-tenant.ts';
import type { Column } from './read-columns.ts';

/** The words that a column may hold, for columns with fixed words. */
const words: { [Table in TenantTableName]?: { [Name in keyof Row<Table>]?: readonly Row<Table>[Name][] } } = {
  users: { consent: ['PENDING', 'GRANTED', 'DECLINED'], identityVerified: [0, 1] },
  milestones: { state: milestoneStates },
  parties: { role: ['CUSTOMER', 'BROKER', 'PROVIDER'] },
  otps: { type: ['SERVICE_OTP', 'NATIONAL_ID_OTP'] },
  payments: { state: ['PENDING', 'PAID'] },
  deliveries: { state: ['pending', 'delivered', 'failed'] },
  scheduledMoves: { move: ['release', 'complete'] },
  credentials: { kind: ['legacyUser', 'legacyCustomer', 'clientUserToken'] },
};

/** Throws if tables or rows are not as an export writes them. */
export function checkRows(
  { tables }: ExportedTenant,
  { columns, tenant }: { columns: Map<string, Column[]>; tenant: Tenant },
): void {
  const unknown = Object.keys(tables).find((name) => !tenantTables.includes(name as TenantTableName));
  if (unknown !== undefined) throw refuse('tables', 'contains an unknown table');
  for (const table of tenantTables) {
    const own = Object.keys(ownColumns(table, tenant));
    const exported = (columns.get(table) ?? []).filter(({ name }) => !own.includes(name));
    tables[table]?.forEach((row, index) => {
      checkRow(row, { table, columns: exported, field: `tables.${table}[${index}]` });
    });
  }
  checkLedger(tables);
}

function checkRow(
  row: ExportedRow,
  { table, columns, field }: { table: TenantTableName; columns: Column[]; field: string },
): void {
  checkValues(row, field);
  const names = columns.map(({ name }) => name);
  if (Object.keys(row).length !== names.length) throw refuse(field, `does not have the columns ${names.join(', ')}`);
  const allowed = words[table] as Record<string, readonly unknown[]> | undefined;
  for (const column of columns) {
    const value = row[column.name];
    if (!fits(value, column)) throw refuse(`${field}.${column.name}`, `is not ${describe(column)}`);
    const list = allowed?.[column.name];
    if (list && !list.includes(value)) throw refuse(`${field}.${column.name}`, `is not one of ${list.join(', ')}`);
  }
}

function fits(value: unknown, { name, type, isNullable }: Column): boolean {
  if (value === null) return isNullable;
  if (type === 'integer') return Number.isSafeInteger(value) && (!isTime(name) || isDate(value as number));
  if (type === 'number') return typeof value === 'number';
  return typeof value === 'string' && (!name.endsWith('Json') || isJson(value));
}

const typeNames: Record<Column['type'], string> = { text: 'text', integer: 'an integer', number: 'a number' };

function describe({ name, type, isNullable }: Column): string {
  const what = name.endsWith('Json') ? 'JSON text' : isTime(name) ? 'a time' : typeNames[type];
  return `${what}${isNullable ? ' or null' : ''}`;
}

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

/** Throws if the entries of a posting do not add up to zero, or do not all name the same event of their milestone. */
function checkLedger({ ledgerEntries = [], events = [] }: ExportedTenant['tables']): void {
  const milestones = new Map(events.map(({ id, milestoneId }) => [id, milestoneId]));
  for (const entries of Map.groupBy(ledgerEntries, ({ postingId }) => postingId).values()) {
    if (entries.reduce((sum, { amount }) => sum + Number(amount), 0) !== 0) {
      throw refuse('tables.ledgerEntries', 'has a posting whose entries do not add up to zero');
    }
    const eventId = entries[0]?.['eventId'];
    const isOfEvent = entries.every((entry) => entry['eventId'] === eventId);
    const isOfMilestone = entries.every(
      ({ milestoneId }) => eventId === null || milestones.get(eventId) === milestoneId,
    );
    if (!isOfEvent || !isOfMilestone) {
      throw refuse('tables.ledgerEntries', 'has a posting that does not belong to one event of its milestone');
    }
  }
}

function refuse(field: string, what: string): DomainError {
  return new DomainError('rule_violation', { field, message: `${field} ${what}. Import what an export returned.` });
}
