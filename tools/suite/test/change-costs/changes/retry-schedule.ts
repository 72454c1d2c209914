import { type Change, changeset, tests, typesAndDocuments } from '../change.ts';

const passages = 'spec/passages.json';

/** The last delay has one more zero. */
export const retrySchedule: Change = {
  section: 'The retry schedule of webhooks',
  edits: [
    { kind: 'insert-before', path: 'spec/paths/contract-event.yaml', anchor: ']\n  x-not-shown:', text: '0' },
    { kind: 'insert-after', path: passages, anchor: '"Events, rule 3": "3 retries, after 1, 10 and 100', text: '0' },
    {
      kind: 'insert-after',
      path: passages,
      anchor: '"Limits, row 6": "Webhook retries: 3, after 1, 10 and 100',
      text: '0',
    },
    changeset(
      { spec: 'minor', webhooks: 'minor', sandbox: 'minor', 'contract-tests': 'minor' },
      'The last retry comes later.',
    ),
  ],
  checks: [
    typesAndDocuments('spec', 'client', 'webhooks', 'sandbox', 'dashboard', 'contract-tests'),
    tests('spec'),
    tests('apps/sandbox', 'test/webhooks/retries.test.ts', 'test/webhooks/delivery.test.ts'),
    tests('packages/contract-tests', 'test/provider/events.test.ts'),
    tests('apps/dashboard', 'test/explain-delivery.test.ts'),
  ],
  name: /x-retry-schedule/,
  omissions: [],
};
