import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
import { type Move, useMove } from '../ui/use-move.ts';

/** Reads a page of tenants by id. */
export function useTenants(query: { limit: number; cursor?: string }): UseQueryResult<ControlSchema<'TenantPage'>> {
  return useQuery({
    queryKey: ['tenants', query],
    queryFn: () => answerOf(api.GET('/_sandbox/tenants', { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** Creates a tenant. Without an id it gets a random one. */
export function useCreateTenant(): Move<string, ControlSchema<'CreatedTenant'>> {
  return useMove((id: string) => answerOf(api.POST('/_sandbox/tenants', { body: id === '' ? {} : { id } })), {
    done: ({ id }) => `Created ${id}`,
  });
}

/** Removes a tenant with everything it holds. */
export function useDeleteTenant(onDone: () => void): Move<string, ControlSchema<'TenantName'>> {
  return useMove(
    (tenant: string) => answerOf(api.DELETE('/_sandbox/tenants/{tenant}', { params: { path: { tenant } } })),
    { done: ({ id }) => `Removed ${id}`, onDone },
  );
}

/** Removes everything except credentials, settings and webhook address. */
export function useResetTenant(): Move<string, ControlSchema<'Tenant'>> {
  return useMove(
    (tenant: string) => answerOf(api.POST('/_sandbox/tenants/{tenant}/reset', { params: { path: { tenant } } })),
    { done: ({ id }) => `${id} is empty` },
  );
}

/** Exports a tenant's state, with its request log or without. */
export function useExportTenant(
  onDone: (exported: ControlSchema<'Export'>) => void,
): Move<{ tenant: string; hasRequests: boolean }, ControlSchema<'Export'>> {
  return useMove(
    ({ tenant, hasRequests }) =>
      answerOf(
        api.GET('/_sandbox/tenants/{tenant}/export', {
          params: { path: { tenant }, query: { requests: hasRequests ? 'true' : 'false' } },
        }),
      ),
    { done: 'Exported', onDone },
  );
}

/** Replaces a tenant's state by an exported one. */
export function useImportTenant(): Move<{ tenant: string; file: File }, ControlSchema<'Tenant'>> {
  return useMove(
    async ({ tenant, file }) => {
      const body = parse(await file.text());
      return answerOf(api.POST('/_sandbox/tenants/{tenant}/import', { params: { path: { tenant } }, body }));
    },
    { done: ({ id }) => `${id} has the imported state` },
  );
}

function parse(text: string): ControlSchema<'Export'> {
  try {
    return JSON.parse(text) as ControlSchema<'Export'>;
  } catch (cause) {
    throw new Error('The file is not JSON. Choose a file that an export wrote.', { cause });
  }
}
