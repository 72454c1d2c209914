import { Refusal } from '../refusal.ts';
import type { Caller } from '../tenants/find-tenant.ts';

/** Refuses a legacy user token that stands for another user (AUTH-8). Every other token may act for any user. */
export function checkOwnUser(caller: Caller | undefined, userId: number): void {
  if (caller?.userId === undefined || caller.userId === userId) return;
  const message = "This legacy user token is another user's: send the token of the user whom the call is about.";
  throw new Refusal('forbidden', { rule: 'AUTH-8', field: 'authorization', message });
}
