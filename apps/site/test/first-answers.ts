import { type Page, search } from './open-site.ts';

/** What developers search for, and the title of the first answer that is right. */
const firstAnswers: Record<string, string> = {
  retry: 'Calls: Retries, deadline and size',
  timeout: 'Calls: Retries, deadline and size',
  idempotency: 'Calls: Retries, deadline and size',
  'rate limit': 'UAPI-6',
  error: 'Errors',
  'token refresh': 'Hosts and tokens: Tokens that expire',
  halalas: 'Calls: Split an amount',
  'webhook signature': 'Verify and test webhooks',
  nestjs: 'Connect the receiver to your server: Any other server',
  express: 'Connect the receiver to your server: node:http and Express',
  fastify: 'Connect the receiver to your server: Fastify',
  hono: 'Connect the receiver to your server: Hono, Next.js, workers, Bun and Deno',
  docker: 'escrow-kit: Limits',
  postgres: 'Where events are stored: PostgreSQL, on several machines',
  sqlite: 'Where events are stored: SQLite, on one machine',
  'dead letter': 'Watch the webhooks',
  replay: 'Watch the webhooks',
  listen: '@escrow-kit/webhooks: Keep events for any endpoint',
  'test clock': '@escrow-kit/sandbox: Control it',
  milestone: 'addMilestones',
  ticket: 'requestTicket',
  'bank account': 'addBankAccount',
  consent: 'Consent and one-time passwords',
  checkout: '@escrow-kit/checkout',
  refund: 'What no call does',
  payout: 'What no call does',
  fee: 'MILESTONE-4',
  mock: '@escrow-kit/prism-mock',
  pact: 'Pacts',
  overlay: '@escrow-kit/spec: Overlays',
};

/** Types each of the words into the search field, and lists those whose first answer is another one. */
export async function wrongFirstAnswers(page: Page): Promise<string[]> {
  // The first search waits for the index.
  await search(page, 'retry');
  const firsts = await page.evaluate(async (all) => {
    const input = document.querySelector<HTMLInputElement>('input[type=search]');
    const firsts: (string | null | undefined)[] = [];
    for (const words of all) {
      if (input) input.value = words;
      input?.dispatchEvent(new Event('input'));
      await new Promise((resolve) => setTimeout(resolve));
      firsts.push(document.querySelector('#found a strong')?.textContent);
    }
    return firsts;
  }, Object.keys(firstAnswers));
  return Object.entries(firstAnswers).flatMap(([words, right], index) =>
    firsts[index] === right ? [] : [`${words}: ${firsts[index]}`],
  );
}
