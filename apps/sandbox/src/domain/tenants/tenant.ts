import type { Row } from '../../storage/tables.ts';
import type { Fault } from '../faults/fault.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** An organization with everything that is set for it. State of two tenants never meets. */
export interface Tenant {
  id: string;
  clientId: string;
  clientSecretHash: string;
  webhookUrl: string | undefined;
  webhookSecret: string;
  settings: Settings;
  faults: Fault[];
  clock: Clock;
}

/** A tenant's clock: at a distance from the system's, or standing still. */
export interface Clock {
  offsetInMs: number;
  frozenAtInMs: number | undefined;
}

/** What the clock shows, in milliseconds since 1970. */
export function readClock({ offsetInMs, frozenAtInMs }: Clock, systemNow: number): number {
  return frozenAtInMs ?? systemNow + offsetInMs;
}

export function rowToTenant(row: Row<'tenants'>): Tenant {
  return {
    id: row.id,
    clientId: row.clientId,
    clientSecretHash: row.clientSecretHash,
    webhookUrl: row.webhookUrl ?? undefined,
    webhookSecret: row.webhookSecret,
    // What a later version adds has its default.
    settings: { ...defaultSettings, ...(JSON.parse(row.settingsJson) as Partial<Settings>) },
    faults: JSON.parse(row.faultsJson) as Fault[],
    clock: { offsetInMs: row.clockOffset, frozenAtInMs: row.clockFrozenAt ?? undefined },
  };
}
