import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../src/repository.ts';
import type { LocalRegistry } from './local-registry.ts';
import { outsideEnvironment } from './outside-environment.ts';
import { type PackedPackage, packWorkspace } from './packed-package.ts';
import { runCommand } from './run-command.ts';

/**
 * Packs and publishes the workspace with the commands of the release workflow, to a local registry.
 * Returns the packages by name.
 */
export async function releaseLocally(registry: LocalRegistry, folder: string): Promise<Record<string, PackedPackage>> {
  mkdirSync(folder);
  const env = publishEnvironment(registry, folder);
  const packed = await packWorkspace(folder, env);
  const clone = await cloneWithTools(join(folder, 'clone'));
  const publish = ['node_modules/@changesets/cli/bin.js', 'publish', '--from-pack-dir', folder, '--no-git-tag'];
  await runCommand('node', publish, { cwd: clone, env });
  return packed;
}

/** Clones the repository and installs the root's tools without scripts, like the publishing job (.github/actions/prepare). */
async function cloneWithTools(folder: string): Promise<string> {
  await runCommand('git', ['clone', '--quiet', repositoryFolder, folder], { cwd: repositoryFolder });
  const install = ['install', '--frozen-lockfile', '--ignore-scripts', '--filter', '.'];
  await runCommand('pnpm', install, { cwd: folder, env: outsideEnvironment() });
  return folder;
}

function publishEnvironment({ url }: LocalRegistry, folder: string): NodeJS.ProcessEnv {
  const credentials = join(folder, 'npmrc');
  // The registry accepts any token, but pnpm does not publish without one.
  writeFileSync(credentials, `${url.replace('http:', '')}:_authToken=anyone\n`);
  return {
    ...process.env,
    pnpm_config_registry: url,
    pnpm_config_npmrc_auth_file: credentials,
    // Provenance works only in CI.
    pnpm_config_provenance: 'false',
  };
}
