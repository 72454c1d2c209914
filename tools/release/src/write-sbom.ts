import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Writes the bill of materials of a published package as CycloneDX JSON: everything that the lockfile installs with it. Returns
 * the path of the file.
 */
export function writeSbom({ repository, name, folder }: { repository: string; name: string; folder: string }): string {
  const file = join(folder, `${name.replace(/^@/, '').replace('/', '-')}.cdx.json`);
  const options = ['--filter', name, '--prod', '--lockfile-only', '--sbom-format', 'cyclonedx', '--out', file];
  const { error, status, stderr } = spawnSync('pnpm', ['sbom', ...options], { cwd: repository, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`The bill of materials of ${name} was not written: ${stderr}`);
  return file;
}
