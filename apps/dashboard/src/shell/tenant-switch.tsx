import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useLocation } from 'wouter';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import styles from './tenant-switch.module.css';

/** The most tenants of the list. The page of tenants has all. */
const mostListed = 100;

/** Chooses the tenant to show. */
export function TenantSwitch(): ReactNode {
  const id = useId();
  const tenant = useTenantId();
  const [, navigate] = useLocation();
  const { data } = useQuery({
    queryKey: ['tenants', 'first'],
    queryFn: () => controlOf(tenant).tenants({ limit: mostListed }),
  });
  const listed = (data?.tenants ?? []).map(({ id }) => id);
  return (
    <div className={styles['switch']}>
      <label htmlFor={id} className={styles['label']}>
        Tenant
      </label>
      <select
        id={id}
        className={styles['select']}
        value={tenant}
        onChange={({ target }) => navigate(`/dashboard/${target.value}`)}
      >
        {[...new Set([tenant, ...listed])].sort().map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  );
}
