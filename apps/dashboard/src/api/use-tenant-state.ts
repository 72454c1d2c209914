import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { controlOf } from './control.ts';

/** The id of the tenant in the address of the page. */
export function useTenantId(): string {
  const { tenant } = useParams<{ tenant?: string }>();
  return tenant === undefined ? 'default' : tenant;
}

/** Client, clock, settings and counts, with the offset of the tenant's clock from this machine's. */
export interface TenantState extends ControlSchema<'Tenant'> {
  skewInMs: number;
}

/** Reads the tenant. */
export function useTenantState(): UseQueryResult<TenantState> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'tenant'],
    queryFn: async () => {
      const state = await controlOf(tenant).describe();
      return { ...state, skewInMs: state.clock.now - Date.now() };
    },
  });
}

/** Reads the faults, which change when they are injected. */
export function useFaults(): UseQueryResult<ControlSchema<'Fault'>[]> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'faults'],
    queryFn: () => controlOf(tenant).faults(),
  });
}

/** Reads the operations and rules of the service's document. They do not change while the sandbox runs. */
export function useServiceDescription(): UseQueryResult<ControlSchema<'ServiceDescription'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: ['service'],
    queryFn: () => controlOf(tenant).service(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
