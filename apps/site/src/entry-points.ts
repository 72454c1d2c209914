import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from './repository-pages.ts';

/** An entry point of a published package. */
export interface EntryPoint {
  /** Such as `@escrow-kit/client/memory`. */
  name: string;
  file: string;
  /** The description of its package; undefined for other entry points than the main one. */
  summary: string | undefined;
}

/** Lists the entry points with code. A package that only has a command has none. */
export function listEntryPoints(): EntryPoint[] {
  return globSync(['packages/*/package.json', 'apps/*/package.json', 'spec/package.json'], { cwd: repositoryFolder })
    .map((file) => ({ file, manifest: JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ file, manifest }) =>
      Object.keys(manifest.publishConfig.exports ?? {})
        .map((entry) => ({ entry, source: manifest.exports[entry] }))
        .filter(({ source }) => source.endsWith('.ts'))
        .map(({ entry, source }) => ({
          name: join(manifest.name, entry),
          file: join(repositoryFolder, file, '..', source),
          summary: entry === '.' ? manifest.description : undefined,
        })),
    );
}
