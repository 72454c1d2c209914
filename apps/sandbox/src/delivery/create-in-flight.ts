/** The attempts that a process is making. */
export interface InFlight {
  /** The number of attempts that may begin. */
  freePlaces(): number;
  /** Tenants that have reached their limit. */
  busyTenantIds(): string[];
  /** Adds an attempt until it ends. It must not reject. */
  add(attempt: Promise<unknown>, tenantId: string): void;
  /** Resolves when the present attempts have ended. */
  ended(): Promise<unknown>;
}

/** About how many deliveries are in flight at once. */
const maxInFlight = 64;
/** About how many of them go to one tenant, so that a receiver that does not answer leaves room for others. */
const maxInFlightOfTenant = 16;

/** Creates an empty set of attempts. It calls back when an attempt has ended. */
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
