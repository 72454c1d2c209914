import type { OtpType } from '../../src/domain/users/one-time-password.ts';
import type { ServerContext } from '../../src/server/server-context.ts';

/** The one-time password that was last issued to a phone of the default tenant. */
export async function otpOf({ db }: ServerContext, phone: string, type: OtpType): Promise<number> {
  const { code } = await db
    .selectFrom('otps')
    .where('tenantId', '=', 'default')
    .where('phone', '=', phone)
    .where('type', '=', type)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select('code')
    .executeTakeFirstOrThrow();
  return code;
}

/** Moves the default tenant's clock, without anything falling due. */
export async function moveClock({ db }: ServerContext, seconds: number): Promise<void> {
  await db
    .updateTable('tenants')
    .set(({ eb }) => ({ clockOffset: eb('clockOffset', '+', seconds * 1000) }))
    .where('id', '=', 'default')
    .execute();
}

/** Stops the default tenant's clock at a time in milliseconds since 1970, or lets it run. */
export async function setFrozenAt({ db }: ServerContext, frozenAt: number | null): Promise<void> {
  await db.updateTable('tenants').set({ clockFrozenAt: frozenAt }).where('id', '=', 'default').execute();
}
