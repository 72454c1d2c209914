import type { Inbox } from '../../../src/index.ts';
import type { ChildOptions } from './child.ts';
import { type Child, startChild } from './child-process.ts';
import type { DurableKind, Trace } from './inbox-kinds.ts';

/** The secret of the children. */
export const secret = 'whsec_children';

/** A durable store that child processes share, with a table for what their handlers note. */
export interface TraceStore {
  /** A file or a connection string. */
  address: string;
  /** An inbox of the test's own process, to look into the store. */
  inbox: Inbox;
  /** Starts a child process on the store, which may have another address for it. */
  start(role: ChildOptions['role'], options?: Partial<Pick<ChildOptions, 'address' | 'deadly' | 'load'>>): Child;
  traces(): Promise<Trace[]>;
  /** Kills the children, too. */
  dispose(): Promise<void>;
}

/** Creates an empty store, by default in a new place. */
export async function createTraceStore(kind: DurableKind, given?: string): Promise<TraceStore> {
  const { address, dispose } = given ? { address: given, dispose() {} } : await kind.findPlace();
  const inbox = await kind.connect(address);
  await kind.query(address, kind.createNotes);
  const children: Child[] = [];
  return {
    address,
    inbox,
    start(role, options) {
      const child = startChild({ kind: kind.name, address, role, secret, ...options });
      children.push(child);
      return child;
    },
    async traces() {
      const rows = (await kind.query(address, 'select text from notes order by id')) as { text: string }[];
      return rows.map(({ text }): Trace => JSON.parse(text));
    },
    async dispose() {
      await Promise.all(children.map((child) => child.kill()));
      await inbox.close();
      dispose();
    },
  };
}
