import type { ComponentProps, ReactNode } from 'react';
import { Problem } from './notice.tsx';
import { Page } from './page.tsx';
import { Loading } from './paged.tsx';

/** A page whose data is loading or could not be read. The title names the data. */
export function LoadingPage({
  title,
  back,
  error,
}: Pick<ComponentProps<typeof Page>, 'title' | 'back'> & { error: Error | null }): ReactNode {
  return (
    <Page title={title} {...(back && { back })}>
      {error ? <Problem error={error} title={`The ${title.toLowerCase()} could not be read`} /> : <Loading />}
    </Page>
  );
}
