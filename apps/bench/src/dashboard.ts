import { startBrowser } from '@escrow-kit/suite/start-browser';
import { createFullStore } from './dashboard-store.ts';
import { quantile, report } from './measure.ts';
import { startCommand } from './started-service.ts';

const rounds = 7;
const contracts = 10_000;

/** The pages to open, each with the list to wait for. */
const pages = {
  'the overview': { path: '/', list: 'Milestones by state' },
  contracts: { path: '/dashboard/default/contracts', list: 'Contracts' },
  'contracts in a state': { path: '/dashboard/default/contracts?state=COMPLETED', list: 'Contracts' },
  requests: { path: '/dashboard/default/requests', list: 'Requests' },
  'refused requests': { path: '/dashboard/default/requests?outcome=refused', list: 'Requests' },
  'requests of an operation': { path: '/dashboard/default/requests?operationId=startPayment', list: 'Requests' },
  deliveries: { path: '/dashboard/default/deliveries', list: 'Deliveries' },
};

const store = await createFullStore(contracts);
const command = await startCommand(['--data', store.folder]);
const browser = await startBrowser();
try {
  report('contracts in the store', contracts, { unit: 'contracts' });
  report('requests in its log', store.requests, { unit: 'requests' });
  for (const [name, page] of Object.entries(pages)) await measure(name, page);
  await measureSearch();
} finally {
  await browser.close();
  await command.stop();
  await store.remove();
}

/** Measures opening a page with an empty cache. */
async function measure(name: string, { path, list }: { path: string; list: string }): Promise<void> {
  const [paints, lists]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const begin = performance.now();
    await page.goto(command.url + path, { waitUntil: 'commit' });
    await page.getByRole('list', { name: list }).getByRole('listitem').first().waitFor();
    lists.push(performance.now() - begin);
    const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN";
    paints.push(await page.evaluate<number>(paint));
    await context.close();
  }
  report(`${name}: first paint`, quantile(paints), { unit: 'ms', promise: '< 1000 ms' });
  report(`${name}: until the list shows`, quantile(lists), { unit: 'ms' });
}

/** Measures the slowest search: one without a match reads everything. */
async function measureSearch(): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const begin = performance.now();
    for (const list of ['contracts', 'milestones']) {
      const response = await fetch(`${command.url}/_sandbox/tenants/default/${list}?limit=5&q=nowhere-${round}`);
      if (!response.ok) throw new Error(`The search answered ${response.status}.`);
      await response.text();
    }
    times.push(performance.now() - begin);
  }
  report('a search that finds nothing in both lists', quantile(times), { unit: 'ms' });
}
