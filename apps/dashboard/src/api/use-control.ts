import { type Control, ControlError, createControl } from '@escrow-kit/sandbox-control';
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { readControlToken } from './control-token.ts';

/** The calls that only read. */
type Reads = Pick<
  Control,
  | 'deliveries'
  | 'delivery'
  | 'describe'
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
>;
type Input<Name extends keyof Reads> = Parameters<Reads[Name]>;
type Result<Name extends keyof Reads> = Awaited<ReturnType<Reads[Name]>>;
type ReadCalls = { [Name in keyof Reads]: (...input: Input<Name>) => Promise<Result<Name>> };

/** Calls that answer the same for every tenant. */
const sandboxWide: readonly (keyof Reads)[] = ['service', 'tenants'];
/** Lists, which stay as they are until their next filter is answered. */
const lists: readonly (keyof Reads)[] = ['deliveries', 'milestones', 'requests'];

/** How often a page reads again what it shows. A tab in the background reads nothing. */
const intervalInMs = 1000;

/** The id of the tenant in the address of the page. */
export function useTenantId(): string {
  const { tenant = 'default' } = useParams<{ tenant?: string }>();
  return tenant;
}

/** The control of a tenant of this sandbox, with the control token that this tab has now. */
export function controlOf(tenant: string): Control {
  return createControl(location.origin, { tenant, controlToken: readControlToken() });
}

/** Reads from the control API, again and again while it is shown. The description of the service never changes. */
export function useControl<Name extends keyof Reads>(name: Name, ...input: Input<Name>): UseQueryResult<Result<Name>> {
  const tenant = useTenantId();
  return useQuery(
    queryOptions<Result<Name>>({
      queryKey: [sandboxWide.includes(name) ? '' : tenant, name, ...input],
      queryFn: () => {
        const calls: ReadCalls = controlOf(tenant);
        return calls[name](...input);
      },
      ...(name === 'service'
        ? { staleTime: 'static' }
        : { refetchInterval: ({ state }) => (isRefusal(state.error) ? false : intervalInMs) }),
      ...(lists.includes(name) && { placeholderData: keepPreviousData }),
    }),
  );
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

/** Whether asking again would get the same answer. It is asked again when the reader comes back to the page. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ControlError && error.status >= 400 && error.status < 500;
}
