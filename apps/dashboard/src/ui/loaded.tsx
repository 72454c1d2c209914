import { ControlError } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useTenantId } from '../api/use-tenant.ts';
import { ButtonLink } from './button.tsx';
import { Notice, Problem } from './notice.tsx';
import { Page, type PageProps } from './page.tsx';

/** What a query read, and its last error. */
interface Query<Data> {
  data: Data | undefined;
  error: Error | null;
}

interface LoadedProps<Data> {
  query: Query<Data>;
  /** What is read, for an error. */
  what?: string;
  children(data: Data): ReactNode;
}

/** Shows what a query read: that it is loading, why it could not be read, or its data. */
export function Loaded<Data>({ query: { data, error }, what = 'The list', children }: LoadedProps<Data>): ReactNode {
  return (
    <>
      <Problem error={error} title={`${what} could not be read${data === undefined ? '' : ' again'}`} />
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}

interface LoadingPageProps extends Omit<PageProps, 'children'> {
  /** Default: that of the tenant, whose error the frame of the page shows. */
  query?: Query<unknown>;
}

/** The page in place of one whose data is not there yet, not at all, or no longer. Its title names the data. */
export function LoadingPage({ query = { data: undefined, error: null }, ...page }: LoadingPageProps): ReactNode {
  const { title, back } = page;
  return (
    <Page {...page}>
      {back && isNotFound(query.error) ? (
        <NotFound what={`${title.toLowerCase()} with this id`} list={back} />
      ) : (
        <Loaded query={query} what={`The ${title.toLowerCase()}`}>
          {() => null}
        </Loaded>
      )}
    </Page>
  );
}

/** Whether the tenant does not have what was read, such as after a reset. */
export function isNotFound(error: Error | null): boolean {
  return error instanceof ControlError && error.status === 404 && error.field !== 'tenant';
}

interface NotFoundProps {
  /** Such as `contract with this id`. */
  what: string;
  /** Where to look instead. */
  list: NonNullable<PageProps['back']>;
}

/** Says that the tenant does not have what the address of the page names, and what to do. */
export function NotFound({ what, list }: NotFoundProps): ReactNode {
  const tenant = useTenantId();
  const actions = <ButtonLink href={list.href}>View all {list.label.toLowerCase()}</ButtonLink>;
  return (
    <Notice title={`No ${what} in tenant ${tenant}.`} actions={actions}>
      <p>It may have been reset or removed, or it belongs to another tenant.</p>
    </Notice>
  );
}

function Loading(): ReactNode {
  return (
    <p role="status" className="muted">
      Loading…
    </p>
  );
}
