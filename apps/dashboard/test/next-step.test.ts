import { usedPage } from '@escrow-kit/sandbox/test-support/browser';
import { takeScreenshot } from '@escrow-kit/sandbox/test-support/screenshot';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import { startedSandbox } from '@escrow-kit/sandbox/test-support/started-sandbox';
import { describe, expect, test } from 'vitest';
import { openDashboard } from './support/dashboard.ts';

const sharedPage = usedPage();

describe('the next step on the overview', () => {
  const sandbox = startedSandbox('SQLite');

  test('leads from the first customer to a settled milestone with the shown commands', async () => {
    const { control } = sandbox();
    await send(sandbox(), 'registerCustomer', { body: { phoneNumber: '+966500000001', firstName: 'Basil' } });
    const { page, goTo } = await openDashboard(sharedPage(), sandbox());
    const followed: string[] = [];
    const follow = async (title: string) => {
      // A reload shows it at once; otherwise the page looks again after a pause.
      await goTo('');
      await page.getByRole('heading', { name: `Next step: ${title}` }).waitFor();
      const command = (await page.getByRole('region', { name: 'curl' }).textContent()) ?? '';
      followed.push(`${title}: ${(await run(command)).status}`);
    };

    await follow('Register the seller');
    await follow("Add the seller's bank account");
    await follow("Add the seller's address");
    await follow('Create the contract');
    await follow('Add a milestone');
    await follow('Add the parties');
    await takeScreenshot(page, 'dashboard-next-step');
    await follow('Start the payment');
    await follow('Ask for a ticket');
    await page.getByRole('link', { name: 'Open the checkout' }).waitFor();
    const [milestone] = (await control.milestones()).milestones;
    await control.giveConsent('+966500000001');
    await control.pay(milestone?.milestoneId ?? '');
    await follow('Release the money');
    await follow('Complete');
    await page.getByRole('heading', { name: /^Next step/ }).waitFor({ state: 'detached' });

    expect(followed.filter((line) => !line.endsWith(': 200'))).toEqual([]);
    expect((await control.milestones()).milestones).toMatchObject([{ state: 'COMPLETED' }]);
    expect(followed).toHaveLength(10);
  });
});

/** Does what curl would do with a shown command. */
function run(command: string): Promise<Response> {
  const [, method = '', url = ''] = /^curl -X (\w+) '([^']+)'/.exec(command) ?? [];
  const valuesOf = (flag: string) =>
    [...command.matchAll(new RegExp(`${flag} '([^']*)'`, 'g'))].map(([, value]) => value ?? '');
  const headers = valuesOf('-H').map((line) => line.split(': ') as [string, string]);
  const fields = valuesOf('--data-urlencode').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const body = fields.length > 0 ? new URLSearchParams(fields) : valuesOf('-d')[0];
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}
