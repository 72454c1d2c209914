import { useParams } from 'wouter';

/** The id of the tenant in the address of the page. */
export function useTenantId(): string {
  const { tenant = 'default' } = useParams<{ tenant?: string }>();
  return tenant;
}
