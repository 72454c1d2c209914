import type { Sandbox } from '@escrow-kit/sandbox';
import { attemptsInSeconds } from '@escrow-kit/spec';
import type { Locator, Page } from 'playwright-core';
import type { StoryMilestone } from './dashboard-story.ts';

/** Someone who begins a task at the overview. */
interface Worker {
  page: Page;
  /** Everything that is clicked counts. */
  click(target: Locator): Promise<void>;
  /** Types into the search box, to which a key leads. */
  search(text: string): Promise<void>;
  link(name: RegExp): Locator;
  list(name: string): Locator;
  button(name: string | RegExp): Locator;
  /** Waits until the clipboard has a text with this in it. */
  copied(part: string): Promise<void>;
  tenant: Sandbox;
  chair: StoryMilestone;
}

/** A task of a working day. */
export interface DayTask {
  task: string;
  clicks: number;
  work(worker: Worker): Promise<void>;
}

export const dayTasks: DayTask[] = [
  {
    task: 'which deliveries failed today',
    clicks: 2,
    async work({ click, link, list, button, page }) {
      await click(link(/^1 Failed deliveries$/));
      await click(button('Today'));
      await page.waitForURL(/state=failed&from=/);
      await list('Deliveries').getByText('Paid').waitFor();
    },
  },
  {
    task: 'which milestone waits longest',
    clicks: 0,
    work: ({ list }) => list('Milestones that wait longest').getByText('Lamp').waitFor(),
  },
  {
    task: 'which milestones are overdue',
    clicks: 0,
    work: ({ list }) => list('Milestones past their deadline').getByText('Lamp').waitFor(),
  },
  {
    task: 'copy the milestone id of an order',
    clicks: 1,
    async work({ click, search, button, copied, chair }) {
      await search('walnut');
      await click(button('Copy the id of Walnut chair'));
      await copied(chair.milestoneId);
    },
  },
  {
    task: 'what happens in the next hour',
    clicks: 1,
    async work({ click, link, list }) {
      await click(link(/^Clock/));
      await list('Due').getByText('Automatic release').waitFor();
    },
  },
  {
    task: 'why a call was refused',
    clicks: 2,
    async work({ click, link, list, page }) {
      await click(link(/^1 Calls refused/));
      await click(list('Requests').getByRole('link'));
      await page.getByText('It breaks the rule AUTH-4').waitFor();
    },
  },
  {
    task: 'how many calls were refused in the last hour',
    clicks: 2,
    async work({ click, link, button, page }) {
      await click(link(/^1 Calls refused/));
      await click(button('Last hour'));
      await page.getByText('Requests: 1').waitFor();
    },
  },
  {
    task: 'copy the curl of a refused call',
    clicks: 2,
    async work({ click, link, button, copied }) {
      await click(link(/^1 Calls refused/));
      await click(button('Copy createContract as curl'));
      await copied('curl -X POST');
    },
  },
  {
    task: 'the contract of a phone number',
    clicks: 1,
    async work({ click, search, list, page, chair }) {
      await search(chair.buyerPhone);
      await click(list('Contracts').getByRole('link'));
      await page.getByRole('heading', { name: 'Walnut chair' }).waitFor();
    },
  },
  {
    task: 'send a failed delivery again',
    clicks: 2,
    async work({ click, link, button, page, tenant }) {
      await click(link(/^1 Failed deliveries$/));
      await click(button('Send PAID again'));
      await page.getByText('No delivery matches these filters.').waitFor();
      // It fails again, as the other tasks expect.
      await tenant.control.advance(attemptsInSeconds.at(-1) ?? 0);
    },
  },
];
