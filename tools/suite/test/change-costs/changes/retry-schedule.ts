import { type Change, changeset, tests, typesAndDrift } from '../change.ts';

/** One more try, a second after the first attempt. */
export const retrySchedule: Change = {
  section: 'The retry schedule of webhooks',
  edits: [
    {
      kind: 'insert-after',
      path: 'spec/paths/contract-event.yaml',
      anchor: '  x-retry-schedule: [',
      text: '1, ',
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
