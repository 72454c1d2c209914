import type { Db } from '../../storage/database.ts';
import type { Settings, SettingsChange } from './settings.ts';
import { requireTenant, rowToTenant } from './tenant.ts';

/** Changes the given fields, also inside `settlement`. Two changes at once do not undo each other. */
export async function changeSettings(
  db: Db,
  { tenantId, change: { settlement, ...change } }: { tenantId: string; change: SettingsChange },
): Promise<Settings> {
  for (;;) {
    const row = await requireTenant(db, tenantId);
    const { settings } = rowToTenant(row);
    const next = { ...settings, ...change, settlement: { ...settings.settlement, ...settlement } };
    const { numUpdatedRows } = await db
      .updateTable('tenants')
      .set({ settingsJson: JSON.stringify(next) })
      .where('id', '=', tenantId)
      .where('settingsJson', '=', row.settingsJson)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return next;
  }
}
