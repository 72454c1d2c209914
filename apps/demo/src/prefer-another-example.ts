import type { Hooks } from '@escrow-kit/client';

/** The document's examples for the second call of an operation, which a mock without state has to be asked for. */
const another: Record<string, string> = { registerCustomer: 'registeredAnother', addMilestones: 'addedAnother' };

/** Creates a hook that asks the mock for another user and another milestone where one was given already. */
export function preferAnotherExample(): NonNullable<Hooks['onRequest']> {
  const called = new Set<string>();
  return ({ call, headers }) => {
    const example = called.has(call.operationId) ? another[call.operationId] : undefined;
    if (example) headers.set('prefer', `example=${example}`);
    called.add(call.operationId);
  };
}
