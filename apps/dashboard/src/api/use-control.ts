import { type Control, ControlError } from '@escrow-kit/sandbox-control';
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from './control.ts';
import { useTenantId } from './use-tenant.ts';

/** The calls that only read. */
type Reads = Pick<
  Control,
  | 'deliveries'
  | 'delivery'
  | 'describe'
  | 'document'
  | 'due'
  | 'faults'
  | 'milestone'
  | 'milestones'
  | 'otps'
  | 'overview'
  | 'request'
  | 'requests'
  | 'service'
  | 'tenants'
  | 'users'
>;
type Input<Name extends keyof Reads> = Parameters<Reads[Name]>;
type Result<Name extends keyof Reads> = Awaited<ReturnType<Reads[Name]>>;
type ReadCalls = { [Name in keyof Reads]: (...input: Input<Name>) => Promise<Result<Name>> };

/** Calls that answer the same for every tenant. */
const sandboxWide: readonly (keyof Reads)[] = ['document', 'service', 'tenants'];
/** Calls whose answer does not change while the sandbox runs. */
const constant: readonly (keyof Reads)[] = ['document', 'service'];
/** Lists, of which the page before stays until the next one is there. */
const lists: readonly (keyof Reads)[] = ['deliveries', 'due', 'milestones', 'requests', 'tenants', 'users'];

/** How often a page reads again what it shows. A tab in the background reads nothing. */
const intervalInMs = 1000;

/** Reads from the control API, again and again while it is shown. */
export function useControl<Name extends keyof Reads>(name: Name, ...input: Input<Name>): UseQueryResult<Result<Name>> {
  return useQuery(useControlQuery(name, ...input));
}

/** Whether the tenant in the address of the page does not exist, or no longer. */
export function useIsGone(): boolean {
  const { error } = useControl('describe');
  return error instanceof ControlError && error.status === 404;
}

/** The tenant in the address of the page; undefined until it is read, and when it is gone. */
export function useTenant(): Result<'describe'> | undefined {
  const { data } = useControl('describe');
  return useIsGone() ? undefined : data;
}

/** The query of {@link useControl}, for further options. */
export function useControlQuery<Name extends keyof Reads>(name: Name, ...input: Input<Name>) {
  const tenant = useTenantId();
  return queryOptions<Result<Name>>({
    queryKey: [sandboxWide.includes(name) ? '' : tenant, name, ...input],
    queryFn: () => {
      const calls: ReadCalls = controlOf(tenant);
      return calls[name](...input);
    },
    ...(constant.includes(name)
      ? { staleTime: 'static' }
      : { refetchInterval: ({ state }) => (isRefusal(state.error) ? false : intervalInMs) }),
    ...(lists.includes(name) && { placeholderData: keepPreviousData }),
  });
}

/** Whether asking again would get the same answer. It is asked again when the reader comes back to the page. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ControlError && error.status >= 400 && error.status < 500;
}
