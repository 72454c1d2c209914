import { describe, expect, test } from 'vitest';
import { decideFault, type Fault } from '../../src/domain/faults.ts';

const target = 'createContract';

function faultWith(changes: Partial<Fault>): Fault {
  return { id: 'fault_1', target, kind: 'reset', when: 'before', ...changes };
}

/** Decides many times with a list of faults, and returns which ones were injected. */
function injectedIds(faults: Fault[], count: number): (string | undefined)[] {
  let current = faults;
  return Array.from({ length: count }, () => {
    const decision = decideFault(current, { target });
    current = decision.faults;
    return decision.injected?.id;
  });
}

describe('a fault', () => {
  test('gives way to the next one when it is used up', () => {
    const faults = [faultWith({ timesLeft: 1 }), faultWith({ id: 'fault_2' })];

    expect(injectedIds(faults, 3)).toEqual(['fault_1', 'fault_2', 'fault_2']);
  });

  test('that reorders holds one delivery back, lets the others pass, and never holds back the same one twice', () => {
    const fault = faultWith({ target: 'webhook', kind: 'reorder', timesLeft: 2 });

    const first = decideFault([fault], { target: 'webhook', deliveryId: 'delivery_1' });
    const other = decideFault(first.faults, { target: 'webhook', deliveryId: 'delivery_2' });
    const again = decideFault(other.faults, { target: 'webhook', deliveryId: 'delivery_1' });

    expect([first, other, again].map(({ injected }) => injected?.held)).toEqual([['delivery_1'], undefined, undefined]);
    expect(again.faults).toEqual([{ ...fault, timesLeft: 1 }]);
  });
});
