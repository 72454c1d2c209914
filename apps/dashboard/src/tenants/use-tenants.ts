import type { ControlSchema, CreatedTenant } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Reads a page of tenants by id. */
export function useTenants(query: { limit: number; cursor?: string }): UseQueryResult<ControlSchema<'TenantPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: ['tenants', query],
    queryFn: () => controlOf(tenant).tenants(query),
    placeholderData: keepPreviousData,
  });
}

/** Creates a tenant. Without an id it gets a random one. */
export function useCreateTenant(): Move<string, CreatedTenant> {
  const tenant = useTenantId();
  return useMove((id: string) => controlOf(tenant).createTenant(id === '' ? undefined : id), {
    done: ({ control }) => `Created ${control.tenant}`,
  });
}

/** Removes a tenant with everything it holds. */
export function useDeleteTenant(onDone: () => void): Move<string, string> {
  const remove = async (tenant: string) => {
    await controlOf(tenant).deleteTenant();
    return tenant;
  };
  return useMove(remove, { done: (tenant) => `Removed ${tenant}`, onDone });
}

/** Removes everything except credentials, settings and webhook address. */
export function useResetTenant(): Move<string, ControlSchema<'Tenant'>> {
  return useMove((tenant: string) => controlOf(tenant).reset(), { done: ({ id }) => `${id} is empty` });
}

/** Exports a tenant's state, with its request log or without. */
export function useExportTenant(
  onDone: (exported: ControlSchema<'Export'>) => void,
): Move<{ tenant: string; hasRequests: boolean }, ControlSchema<'Export'>> {
  return useMove(({ tenant, hasRequests }) => controlOf(tenant).export({ requests: hasRequests ? 'true' : 'false' }), {
    done: 'Exported',
    onDone,
  });
}

/** Replaces a tenant's state by an exported one. */
export function useImportTenant(): Move<{ tenant: string; file: File }, ControlSchema<'Tenant'>> {
  return useMove(async ({ tenant, file }) => controlOf(tenant).import(parse(await file.text())), {
    done: ({ id }) => `${id} has the imported state`,
  });
}

function parse(text: string): ControlSchema<'Export'> {
  try {
    return JSON.parse(text) as ControlSchema<'Export'>;
  } catch (cause) {
    throw new Error('The file is not JSON. Choose a file that an export wrote.', { cause });
  }
}
