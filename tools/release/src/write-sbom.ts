import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Writes the bill of materials of a published package, CycloneDX as JSON: everything that is installed with it, by the lockfile
 * alone. Returns its file.
 */
export function writeSbom({ repository, name, folder }: { repository: string; name: string; folder: string }): string {
  const file = join(folder, `${name.replace(/^@/, '').replace('/', '-')}.cdx.json`);
  const what = ['--filter', name, '--prod', '--lockfile-only', '--sbom-format', 'cyclonedx', '--out', file];
  const { error, status, stderr } = spawnSync('pnpm', ['sbom', ...what], { cwd: repository, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`No bill of materials of ${name} was written: ${stderr}`);
  return file;
}
