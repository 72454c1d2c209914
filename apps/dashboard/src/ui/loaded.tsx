import type { ReactNode } from 'react';
import { Problem } from './notice.tsx';
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

type LoadingPageProps = Omit<PageProps, 'children'> & { query: Query<unknown> };

/** The page in place of one whose data is not there yet. Its title names the data. */
export function LoadingPage({ query, ...page }: LoadingPageProps): ReactNode {
  return (
    <Page {...page}>
      <Loaded query={query} what={`The ${page.title.toLowerCase()}`}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function Loading(): ReactNode {
  return (
    <p role="status" className="muted">
      Loading…
    </p>
  );
}
