import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The files of a repository that breaks the rules of .dependency-cruiser.mjs. */
const files = {
  'apps/sandbox/src/control/view.ts': "export { tenant } from '../domain/tenant.ts';",
  'apps/sandbox/src/domain/tenant.ts': 'export const tenant = 1;',
  'apps/sandbox/src/domain/imports-control.ts': "import { view } from '../control/view.ts'; view;",
  'apps/sandbox/src/domain/imports-its-type.ts': "import type { view } from '../control/view.ts';",
  'apps/sandbox/src/domain/imports-http.ts': "import { createServer } from 'node:http'; createServer;",
  'apps/sandbox/src/imports-client.ts': "export { client } from '../../../packages/client/src/client.ts';",
  'packages/client/src/client.ts': 'export const client = 1;',
  'packages/client/src/rules/check.ts': "export { send } from '../transport/send.ts';",
  'packages/client/src/transport/send.ts': 'export const send = 1;',
  'packages/client/src/imports-test.ts': "export { support } from '../test/support.ts';",
  'packages/client/test/support.ts': 'export const support = 1;',
  'packages/contract-tests/src/index.ts': 'export const states = 1;',
  'apps/bench/src/imports-contract-tests.ts': "export { states } from '../../../packages/contract-tests/src/index.ts';",
  'tools/suite/src/first.ts': "export { second } from './second.ts';",
  'tools/suite/src/second.ts': "export { first } from './first.ts';",
  'tools/suite/src/low/one.ts': "export { two } from '../high/two.ts';",
  'tools/suite/src/low/three.ts': 'export const three = 1;',
  'tools/suite/src/high/two.ts': 'export const two = 1;',
  'tools/suite/src/high/four.ts': "export { three } from '../low/three.ts';",
};

interface Violation {
  from: string;
  rule: { name: string };
}

let violations: Violation[];

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  violations = cruise(folder);
  return () => rmSync(folder, { recursive: true });
});

function cruise(folder: string): Violation[] {
  const config = join(root, '.dependency-cruiser.mjs');
  const options = ['--config', config, '--output-type', 'json', '.'];
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/depcruise'), options, { cwd: folder, encoding: 'utf8' });
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations;
}

test.each([
  ['apps/sandbox/src/control/view.ts', []],
  ['apps/sandbox/src/domain/imports-control.ts', ['sandbox-domain']],
  ['apps/sandbox/src/domain/imports-its-type.ts', ['sandbox-domain']],
  ['apps/sandbox/src/domain/imports-http.ts', ['sandbox-domain-without-http']],
  ['apps/sandbox/src/imports-client.ts', ['within-the-workspace', 'workspaces-of-apps/sandbox']],
  ['packages/client/src/rules/check.ts', ['client-rules']],
  ['packages/client/src/imports-test.ts', ['sources-import-sources']],
  ['apps/bench/src/imports-contract-tests.ts', ['nothing-imports-contract-tests', 'within-the-workspace']],
  ['tools/suite/src/first.ts', ['no-circle']],
  ['tools/suite/src/low', ['no-circle-of-folders']],
  ['tools/suite/src/high', ['no-circle-of-folders']],
])('%s breaks the rules %j', (path, rules) => {
  const broken = violations.filter(({ from }) => from === path).map(({ rule }) => rule.name);

  expect(broken.sort()).toEqual(rules);
});
