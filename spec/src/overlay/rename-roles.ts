import type { PartyRole } from '../document/read-facts.ts';

/** A copy of a body in which the kit's names of party roles are those of a deployment. */
export function renameRoles(body: unknown, roles: Readonly<Record<PartyRole, string>>): unknown {
  if (Array.isArray(body)) return body.map((item) => renameRoles(item, roles));
  if (typeof body !== 'object' || body === null || Object.getPrototypeOf(body) !== Object.prototype) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const isRole = key === 'role' && typeof value === 'string' && Object.hasOwn(roles, value);
      return [key, isRole ? roles[value as PartyRole] : renameRoles(value, roles)];
    }),
  );
}
