import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, ReflectionKind, TypeDocReader } from 'typedoc';
import { type Page, readRepositoryFile, repositoryFolder, titleOf } from './pages.ts';

/** Lists the names of the published packages' entry points with code, by their file. */
function listEntryPoints(): Map<string, string> {
  const entryPoints = new Map<string, string>();
  for (const file of globSync('{packages/*,apps/*,spec}/package.json', { cwd: repositoryFolder })) {
    const { name, exports, publishConfig } = JSON.parse(readRepositoryFile(file));
    for (const entry of Object.keys(publishConfig?.exports ?? {})) {
      const source: string = exports[entry];
      if (source.endsWith('.ts')) entryPoints.set(join(repositoryFolder, file, '..', source), join(name, entry));
    }
  }
  return entryPoints;
}

/** Creates the reference of the published packages, by entry point, from the comments in their sources. Takes some seconds. */
export async function createTypeScriptPages(): Promise<Page[]> {
  const entryPoints = listEntryPoints();
  const out = join(import.meta.dirname, '../.vitepress/typedoc');
  const given = { options: join(import.meta.dirname, '../typedoc.json'), entryPoints: [...entryPoints.keys()], out };
  const app = await Application.bootstrapWithPlugins(given, [new TypeDocReader()]);
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the sources.');
  // TypeDoc names a module after its file or folder.
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const path = join(repositoryFolder, module.name);
    module.name = entryPoints.get(`${path}.ts`) ?? entryPoints.get(join(path, 'index.ts')) ?? module.name;
  }
  await app.generateOutputs(project);
  const files = globSync('**/*.md', { cwd: out }).sort();
  return files.map((file) => {
    // TypeDoc has no name for a destructured parameter.
    const markdown = readFileSync(join(out, file), 'utf8').replaceAll('__namedParameters', 'options');
    return { path: join('typescript', file), title: titleOf(markdown), section: 'TypeScript', markdown };
  });
}
