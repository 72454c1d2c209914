import { type Change, changeset, tests, typesAndDrift } from '../change.ts';

/** One more try, after 1,000 s. */
export const retrySchedule: Change = {
  section: 'The retry schedule of webhooks',
  edits: [
    {
      kind: 'insert-before',
      path: 'spec/paths/contract-event.yaml',
      anchor: ']\n  x-not-shown:',
      text: ', 1000',
    },
    changeset(['spec', 'webhooks', 'sandbox', 'contract-tests'], 'A failed delivery is sent once more.'),
  ],
  checks: [
    typesAndDrift('spec', 'client', 'webhooks', 'sandbox', 'dashboard', 'contract-tests'),
    tests('spec'),
    tests('apps/sandbox', 'test/webhooks/retries.test.ts', 'test/webhooks/delivery.test.ts'),
    tests('packages/contract-tests', 'test/provider/retry-schedule.test.ts'),
    tests('apps/dashboard', 'test/explain-delivery.test.ts'),
  ],
  omissions: [],
};
