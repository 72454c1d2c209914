import type { Sandbox, SandboxOptions } from '../../src/index.ts';
import { startedService } from './started-service.ts';
import type { Store } from './stores.ts';

/** A sandbox on an empty store, started before the tests of the enclosing block and closed after them. */
export function startedSandbox(store: Store, options: SandboxOptions = {}): () => Sandbox {
  const started = startedService(store, options);
  return () => started().sandbox;
}
