import { existsSync, globSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../src/repository.ts';

interface SourceMap {
  sources: string[];
  sourcesContent?: (string | null)[];
}

/** A file that only passes names on needs no map. */
const onlyNames = /^\s*((import|export)\s[^;]*;\s*)*$/;

const reference = /^\/\/# sourceMappingURL=(\S+)\s*$/m;

/**
 * What is wrong with the source maps of the modules of an installed package: one is missing, or does not hold the source that it
 * was built from, or holds a path of this machine; or types name one. What browsers load is not read: it is built without maps.
 */
export function findSourceMapProblems(installedFolder: string, packageFolder: string): string[] {
  const modules = globSync('dist/*.js', { cwd: installedFolder });
  if (modules.length === 0) return ['There are no modules.'];
  return [
    ...modules.flatMap((file) => problemsOf(file, installedFolder, packageFolder)),
    ...declarationsWithMaps(installedFolder).map((file) => `${file} names a map.`),
  ];
}

/** Their maps would lead to sources that are not published. */
const declarationsWithMaps = (installedFolder: string): string[] =>
  globSync('dist/*.d.ts', { cwd: installedFolder }).filter((file) =>
    reference.test(readFileSync(join(installedFolder, file), 'utf8')),
  );

function problemsOf(file: string, installedFolder: string, packageFolder: string): string[] {
  const code = readFileSync(join(installedFolder, file), 'utf8');
  const [, name] = reference.exec(code) ?? [];
  if (!name) return onlyNames.test(code) ? [] : [`${file} names no map.`];
  const map = join(dirname(file), name);
  if (!existsSync(join(installedFolder, map))) return [`${file} names a map that is missing.`];
  const text = readFileSync(join(installedFolder, map), 'utf8');
  if ([repositoryFolder, homedir()].some((path) => text.includes(path))) return [`${map} has a path of this machine.`];
  const { sources, sourcesContent = [] } = JSON.parse(text) as SourceMap;
  if (sources.length === 0) return [`${map} has no sources.`];
  // Data that is built in has no lines to show.
  return sources
    .filter(
      (source, index) =>
        !source.endsWith('.json') && !isSource(join(packageFolder, dirname(map), source), sourcesContent[index]),
    )
    .map((source) => `${map} does not hold ${source}.`);
}

function isSource(path: string, content: string | null | undefined): boolean {
  return typeof content === 'string' && existsSync(path) && readFileSync(path, 'utf8') === content;
}
