import { type Change, changeset, tests, typesAndDocuments } from '../change.ts';

const manifest = 'packages/webhooks/package.json';
const kinds = 'packages/webhooks/test/inbox/support/inbox-kinds.ts';
const source = './src/trial-inbox/create-trial-inbox.ts';

/** The memory inbox under another name, so that no file of a store is counted. */
export const inbox: Change = {
  section: 'An inbox',
  edits: [
    {
      kind: 'create',
      path: 'packages/webhooks/src/trial-inbox/create-trial-inbox.ts',
      text: `import type { Inbox } from '../inbox/inbox.ts';
import {
  createMemoryInbox,
  type MemoryInboxOptions,
  type MemoryTransaction,
} from '../memory-inbox/create-memory-inbox.ts';

/** An inbox that keeps every promise of the memory inbox. */
export function createTrialInbox<Database = undefined>(
  options: MemoryInboxOptions<Database> = {},
): Inbox<MemoryTransaction<Database>> {
  return createMemoryInbox(options);
}
`,
    },
    { kind: 'insert-before', path: manifest, anchor: '    "./memory": "', text: `    "./trial": "${source}",\n` },
    {
      kind: 'insert-before',
      path: manifest,
      anchor: '      "./memory": {\n',
      text: '      "./trial": {\n        "types": "./dist/trial.d.ts",\n        "default": "./dist/trial.js"\n      },\n',
    },
    {
      kind: 'insert-after',
      path: kinds,
      anchor: "import type { ClientBase } from 'pg';\n",
      text: "import { createTrialInbox } from '../../../src/trial-inbox/create-trial-inbox.ts';\n",
    },
    {
      kind: 'insert-before',
      path: kinds,
      anchor: 'const sqlite: DurableKind = {\n',
      text: `const trial: InboxKind = {
  name: 'trial',
  entryPoint: './trial',
  isDurable: false,
  async open(options) {
    const written: string[] = [];
    const inbox = createTrialInbox({ database: written, ...options });
    return {
      inbox: inbox as Inbox,
      note: async (transaction, text) =>
        (transaction as MemoryTransaction<string[]>)((database) => {
          database.push(text);
        }),
      notes: async () => [...written],
      openAgain: () => Promise.reject(new Error('It is not durable.')),
      dispose: () => inbox.close(),
    };
  },
};

`,
    },
    { kind: 'insert-after', path: kinds, anchor: 'export const inboxKinds: InboxKind[] = [memory, ', text: 'trial, ' },
    {
      kind: 'insert-before',
      path: 'packages/webhooks/README.md',
      anchor: '| `createMemoryInbox`, `./memory` ',
      text: '| `createTrialInbox`, `./trial`       | a trial                    | the same as in memory                              |\n',
    },
    changeset({ webhooks: 'minor' }, 'A trial of an inbox.'),
  ],
  checks: [
    typesAndDocuments('webhooks'),
    tests('packages/webhooks', 'test/inbox/conformance.test.ts', 'test/inbox/opening.test.ts', 'test/readme.test.ts'),
    { folder: 'packages/webhooks', line: ['tsdown'] },
  ],
  name: /trial/,
  omissions: [
    { path: manifest, check: tests('packages/webhooks', 'test/readme.test.ts') },
    { path: kinds, check: tests('packages/webhooks', 'test/readme.test.ts') },
  ],
};
