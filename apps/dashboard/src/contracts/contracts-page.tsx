import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useControl } from '../api/use-control.ts';
import { milestoneStates } from '../ui/badge.tsx';
import { Listing, usePageQuery } from '../ui/listing.tsx';
import { Page } from '../ui/page.tsx';
import { countText } from '../ui/text.ts';
import { MilestoneList } from './milestone-list.tsx';

/** Every milestone of the tenant. */
export function ContractsPage(): ReactNode {
  const { data } = useControl('describe');
  return (
    <Page
      title="Contracts"
      intro={`${data ? sizeText(data.counts) : ''} Each row is a milestone, which holds the money of one purchase.`}
    >
      <Listing
        query={useControl('milestones', usePageQuery())}
        list="milestones"
        what="milestone"
        none="No milestone yet. Create a contract, then add one to it."
        filters={[
          { name: 'state', label: 'State', options: milestoneStates },
          { name: 'q', label: 'Contains', placeholder: 'Title, id, phone, name' },
          { name: 'minPrice', label: 'Price from', type: 'number', isFolded: true },
          { name: 'maxPrice', label: 'Price to', type: 'number', isFolded: true },
        ]}
        isTimed
      >
        {({ milestones }, empty) => <MilestoneList milestones={milestones} empty={empty} />}
      </Listing>
    </Page>
  );
}

/** Such as `2 contracts with 3 milestones.` */
function sizeText({ contracts, milestones }: ControlSchema<'Tenant'>['counts']): string {
  return `${countText(contracts, 'contract')} with ${countText(milestones, 'milestone')}.`;
}
