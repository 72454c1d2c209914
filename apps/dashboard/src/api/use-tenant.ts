import { useParams } from 'wouter';

/** The id of the tenant that the address of the page names. */
export function useTenantId(): string {
  const { tenant } = useParams<{ tenant?: string }>();
  return tenant === undefined ? 'default' : tenant;
}
