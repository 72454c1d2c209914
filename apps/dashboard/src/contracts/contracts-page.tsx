import type { ControlQuery } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { milestoneStates } from '../ui/badge.tsx';
import { Filters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { MilestoneList } from './milestone-list.tsx';

/** Every milestone of the tenant. */
export function ContractsPage(): ReactNode {
  const { query, isFiltered } = usePageQuery<ControlQuery<'listMilestones'>>();
  return (
    <Page
      title="Contracts"
      intro="Each row is a milestone of a contract, which holds the money of one purchase. Newest first."
    >
      <Filters
        filters={[
          { name: 'state', label: 'State', options: milestoneStates },
          { name: 'q', label: 'Contains', placeholder: 'Title, id, phone, name' },
        ]}
      />
      <Paged query={useControl('milestones', query)}>
        {({ milestones }) => (
          <MilestoneList
            milestones={milestones}
            empty={isFiltered ? 'No milestone matches.' : 'No milestone yet. Create a contract, then add one to it.'}
          />
        )}
      </Paged>
    </Page>
  );
}
