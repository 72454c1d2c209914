import { describe, expect, test } from 'vitest';
import { decideFault } from '../../src/domain/faults/decide-fault.ts';
import type { Fault } from '../../src/domain/faults/fault.ts';

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

  test('that reorders does not hold back a delivery behind an older one, and is not used up by it', () => {
    const faults = [faultWith({ target: 'webhook', kind: 'reorder', timesLeft: 1 })];

    const newer = decideFault(faults, { target: 'webhook', deliveryId: 'delivery_2', isBehind: true });
    const older = decideFault(newer.faults, { target: 'webhook', deliveryId: 'delivery_1' });

    expect([newer.injected, older.injected?.held]).toEqual([undefined, ['delivery_1']]);
  });
});
