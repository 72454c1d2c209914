import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { keepCall, keepEvent } from './kept-exchanges.ts';

const start = Date.UTC(2030, 0, 1);

/** An exchange unlike those of other numbers: other tokens, events, fields, headers, values, paths and contradictions. */
export function createHostileExchange(number: number): KeptExchange {
  const at = new Date(start + number * 1000).toISOString();
  const common = { at, sentToken: { label: `token-${number}`, kind: 'clientAdmin' } };
  if (number % 4 === 0) {
    const status = `STATUS_${number}`;
    return keepEvent(
      { contractId: `m-${number}`, status, [`field${number}`]: 1 },
      { status: 500 },
      { at, eventLabel: `event-${number}` },
    );
  }
  if (number % 4 === 1) {
    const path = `/path${number}`;
    return keepCall('none', { came: { [`field${number}`]: 1 } }, { ...common, operation: undefined, path });
  }
  if (number % 4 === 2)
    return keepCall('addParties', { status: 200 + (number % 300), came: { [`field${number}`]: number } }, common);
  const message = `must be ${number}`;
  return keepCall(
    'linkUser',
    {
      came: { data: { status: `status-${number}` }, [`other${number}`]: {} },
      headers: { [`x-${number}`]: { type: 'string' } },
    },
    {
      ...common,
      violations: [
        { part: 'response', at: `body.field${number}`, pointer: `/field${number}`, keyword: 'type', message },
      ],
    },
  );
}
