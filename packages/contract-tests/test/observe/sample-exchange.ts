import type { KeptExchange } from '../../src/observe/kept-exchange.ts';

/** A kept exchange of an operation that the document does not have. */
export const sampleExchange = (values: Partial<KeptExchange> = {}): KeptExchange => ({
  kind: 'call',
  at: '2030-01-01T00:00:00.000Z',
  durationInMs: 1,
  method: 'GET',
  path: '/contracts',
  status: 200,
  request: { body: 'none', headers: {}, fields: [] },
  response: { body: 'none', headers: {}, fields: [] },
  violations: [],
  refusedFor: [],
  ...values,
});
