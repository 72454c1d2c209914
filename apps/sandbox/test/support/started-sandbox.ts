import { afterAll, beforeAll } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/index.ts';
import { createStore, type Store } from './stores.ts';

/** A sandbox on an empty store, started before the tests of the enclosing block and closed after them. */
export function startedSandbox(store: Store, options: SandboxOptions = {}): () => Sandbox {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ ...(await createStore(store)), validateResponses: true, ...options });
  });
  afterAll(() => sandbox.close());
  return () => sandbox;
}
