import type { Db } from '../../storage/database.ts';
import { inBatches } from '../../storage/sql.ts';
import type { Contract } from '../milestones/get-contract.ts';
import { Refusal } from '../refusal.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { linkCustomer } from '../users/link-customer.ts';
import { hintOfPhone } from '../users/phone.ts';
import type { User } from '../users/user.ts';
import type { Party } from './party.ts';

/**
 * Finds the ids of the parties' users, by phone. Throws if the organization has not registered a CUSTOMER or PROVIDER
 * (USER-5a), or registers them if that is only noted. A BROKER is the organization's administrator, known since onboarding, and
 * needs no registration (USER-5c). Notes both, and users who were registered after the contract was created (USER-5).
 */
export async function findPartyUsers(
  call: TenantCall,
  { contract, parties }: { contract: Contract; parties: readonly Party[] },
): Promise<Map<string, number>> {
  const { trx, tenant, now } = call;
  const users = await findUsers(trx, tenant.id, [...new Set(parties.map(({ phone }) => phone))]);
  const strangers = parties.filter(({ phone }) => !users.has(phone));
  noteParties(call, strangers.filter(isBroker), {
    rule: 'USER-5c',
    what: 'is not a registered user: it counts as the administrator',
  });
  const late = parties.filter(({ phone }) => (users.get(phone)?.createdAt ?? 0) > contract.createdAt);
  noteParties(call, late, { rule: 'USER-5', what: 'was registered after the contract was created' });

  const ids = new Map([...users].map(([phone, { id }]) => [phone, id]));
  for (const party of strangers) {
    if (isBroker(party) || ids.has(party.phone)) continue;
    refuseStranger(call, party);
    const customer = { phone: party.phone };
    ids.set(party.phone, (await linkCustomer(trx, { tenantId: tenant.id, customer, now })).id);
  }
  return ids;
}

function isBroker({ role }: Party): boolean {
  return role === 'BROKER';
}

/** One note, however many there are. */
function noteParties(
  { note }: TenantCall,
  [first, ...others]: Party[],
  { rule, what }: { rule: string; what: string },
): void {
  if (!first) return;
  const more = others.length > 0 ? `, and so on for ${others.length} more` : '';
  note(`${rule} the ${first.role} of ${first.field} ${what}${more}.`);
}

async function findUsers(db: Db, tenantId: string, phones: string[]) {
  const users = new Map<string, Pick<User, 'id' | 'createdAt'>>();
  for (const batch of inBatches(phones)) {
    const rows = await db
      .selectFrom('users')
      .where('tenantId', '=', tenantId)
      .where('phone', 'in', batch)
      .select(['phone', 'id', 'createdAt'])
      .execute();
    for (const { phone, ...user } of rows) users.set(phone, user);
  }
  return users;
}

function refuseStranger({ refuseOrNote }: TenantCall, { field: place, role, phone }: Party): void {
  const field = `${place}.phoneNumber`;
  const message = `${field} is not registered with this organization: register the ${role} first.${hintOfPhone(phone)}`;
  refuseOrNote(new Refusal('rule_violation', { rule: 'USER-5a', field, message }));
}
