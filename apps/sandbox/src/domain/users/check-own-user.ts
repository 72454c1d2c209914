import { Refusal } from '../refusal.ts';
import type { RefuseOrNote } from '../refuse-or-note.ts';
import type { Caller } from '../tenants/find-tenant.ts';

/** The part of a call that says who makes it. */
interface CallOfSomeone {
  caller: Caller | undefined;
  refuseOrNote: RefuseOrNote;
}

/** Refuses a legacy user token that stands for another user (AUTH-8a). Every other token may act for any user. */
export function checkOwnUser({ caller, refuseOrNote }: CallOfSomeone, userId: number): void {
  if (caller?.userId === undefined || caller.userId === userId) return;
  const message = "This legacy user token is another user's: send the token of the user whom the call is about.";
  refuseOrNote(new Refusal('forbidden', { rule: 'AUTH-8a', field: 'authorization', message }));
}
