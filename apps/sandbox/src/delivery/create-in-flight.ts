/** The attempts that a process makes at this moment. */
export interface InFlight {
  /** How many more may begin; 0 where as many as there may be are under way. */
  freePlaces(): number;
  /** Tenants with as many attempts under way as one may have. */
  busyTenantIds(): string[];
  /** Keeps an attempt, which must not reject, until its end. */
  add(attempt: Promise<unknown>, tenantId: string): void;
  /** Resolves when those that are under way now have ended. */
  ended(): Promise<unknown>;
}

/** How many deliveries are in flight at once, about. */
const maxInFlight = 64;
/** How many of them go to one tenant, about: a receiver that does not answer leaves room for the others. */
const maxInFlightOfTenant = 16;

/** Creates an empty one. It calls back when an attempt has ended and left its place. */
export function createInFlight(onEnd: () => void): InFlight {
  /** Each attempt with its tenant. */
  const attempts = new Map<Promise<unknown>, string>();
  return {
    freePlaces: () => Math.max(0, Math.min(maxInFlight - attempts.size, maxInFlightOfTenant)),
    busyTenantIds: () => {
      const counts = Map.groupBy(attempts.values(), (tenantId) => tenantId);
      return [...counts].filter(([, { length }]) => length >= maxInFlightOfTenant).map(([tenantId]) => tenantId);
    },
    add: (attempt, tenantId) => {
      const tracked = attempt.finally(() => {
        attempts.delete(tracked);
        onEnd();
      });
      attempts.set(tracked, tenantId);
    },
    ended: () => Promise.all(attempts.keys()),
  };
}
