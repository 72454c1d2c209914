import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { Filters, SelectFilter, TextFilter } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Paged, usePageQuery } from '../ui/paged.tsx';
import { useSearch } from '../ui/use-search.ts';
import { MilestoneRows } from './milestone-rows.tsx';
import { states, stateText } from './milestone-state.tsx';
import { useMilestones } from './use-milestones.ts';

/** Every milestone of the tenant. */
export function ContractsPage(): ReactNode {
  const [{ state, q }] = useSearch();
  const query = useMilestones({
    ...usePageQuery(),
    ...(state !== undefined && { state: state as ControlSchema<'MilestoneState'> }),
  });
  return (
    <Page
      title="Contracts"
      intro="Each row is a milestone of a contract, which holds the money of one purchase. Newest first."
    >
      <Filters>
        <SelectFilter label="State" name="state" options={states.map((name) => [name, stateText(name)])} />
        <TextFilter label="Contains" name="q" placeholder="Title, id, phone, name" />
      </Filters>
      <Paged
        query={query}
        entriesOf={({ milestones }) => milestones}
        empty={
          state || q ? 'No milestone matches.' : 'No milestone yet. Create a contract, then add a milestone to it.'
        }
      >
        {(milestones) => <MilestoneRows milestones={milestones} />}
      </Paged>
    </Page>
  );
}
