import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { runCommand } from './run-command.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Its script reports an installation to its maker, unless a package on the way to it switches that off. */
const reporter = '@scarf/scarf';

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  scarfSettings?: { enabled: boolean };
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

/** The dependency path from a package to the reporter, the package itself first; empty if there is none. */
function chainToReporter(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  for (const name of Object.keys(readManifest(file).dependencies ?? {})) {
    const dependency = findPackageJSON(name, file);
    if (!dependency) throw new Error(`${name}, which ${file} depends on, is not installed.`);
    // In pnpm's layout, the dependencies of a package are beside the target of its link.
    const real = realpathSync(dependency);
    const rest = name === reporter ? [real] : chainToReporter(real, seen);
    if (rest.length > 0) return [file, ...rest];
  }
  return [];
}

const packages = await findPublishablePackages();
const withReporter = packages
  .map(({ name, folder }) => ({ name, chain: chainToReporter(join(folder, 'package.json')) }))
  .filter(({ chain }) => chain.length > 0);

/** Lays out a project with the first package of the chain as npm does, and runs the reporter's script there. */
async function installedReports(chain: string[], change: (manifest: Manifest) => Manifest): Promise<string[]> {
  const { folder, remove } = createTemporaryFolder();
  onTestFinished(remove);
  const [own, ...others] = chain.map((file) => readManifest(file));
  if (!own) throw new Error('A chain begins with a package.');
  const installed = [change(own), ...others].map((manifest, index, all) => {
    const next = all[index + 1];
    // A package of the workspace has no version that npm could look up.
    return { ...manifest, version: '1.0.0', dependencies: next ? { [next.name]: '*' } : {} };
  });
  write(folder, { name: 'project', version: '1.0.0', dependencies: { [own.name]: '*' } });
  for (const manifest of installed) write(join(folder, 'node_modules', manifest.name), manifest);
  const script = join(folder, 'node_modules', reporter, 'report.js');
  cpSync(join(dirname(chain.at(-1) ?? ''), 'report.js'), script);
  return reportsOf(script, folder);
}

function write(folder: string, manifest: object): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

/** What the script sends, to our server instead of its maker's. */
async function reportsOf(script: string, folder: string): Promise<string[]> {
  const reports: string[] = [];
  const server = createServer(async (request, response) => {
    reports.push(Buffer.concat(await request.toArray()).toString());
    response.end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const env = { ...outsideEnvironment(), INIT_CWD: folder, TMPDIR: folder, npm_execpath: '' };
  for (const name of ['SCARF_ANALYTICS', 'SCARF_NO_ANALYTICS', 'DO_NOT_TRACK']) delete (env as NodeJS.ProcessEnv)[name];
  const { port } = server.address() as AddressInfo;
  await runCommand('node', [script], { cwd: folder, env: { ...env, SCARF_LOCAL_PORT: String(port) } });
  server.close();
  await once(server, 'close');
  return reports;
}

test('some packages depend on the reporter; otherwise this file and the lines about it can be removed', () => {
  expect(withReporter.length).toBeGreaterThan(0);
});

test.for(withReporter)('an installation of $name is not reported', async ({ chain }) => {
  expect(await installedReports(chain, (manifest) => manifest)).toEqual([]);
});

test('the same installation is reported if no package switches that off', async () => {
  const [{ chain } = { chain: [] }] = withReporter;

  // On a busy machine the script gives up on its own.
  let reports: string[] = [];
  for (let attempt = 0; attempt < 5 && reports.length === 0; attempt += 1) {
    reports = await installedReports(chain, ({ scarfSettings: _, ...manifest }) => manifest);
  }

  expect(reports).toEqual([expect.stringContaining('nodeVersion')]);
});
