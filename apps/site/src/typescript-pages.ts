import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, type ProjectReflection, ReflectionKind } from 'typedoc';
import type { Page } from './page.ts';
import { repositoryFolder } from './repository-pages.ts';

/** An entry point of a published package. */
interface EntryPoint {
  /** Such as `@escrow-kit/client/memory-journal`. */
  name: string;
  file: string;
  /** What its package is; undefined for an entry point besides the main one. */
  summary: string | undefined;
}

/** Where the pages stand among the others. */
const folder = 'typescript';

/** The reference of the published packages, by entry point, from the comments of their sources. Takes some seconds. */
export async function createTypeScriptPages(): Promise<Page[]> {
  const entryPoints = listEntryPoints();
  const out = mkdtempSync(join(tmpdir(), 'escrow-site-'));
  try {
    const app = await Application.bootstrapWithPlugins({ ...optionsFor(entryPoints), out });
    const project = await app.convert();
    if (!project) throw new Error('TypeDoc could not read the sources.');
    nameByEntryPoint(project, entryPoints);
    await app.generateOutputs(project);
    return readPages(out, entryPoints);
  } finally {
    rmSync(out, { recursive: true });
  }
}

function listEntryPoints(): EntryPoint[] {
  return globSync(['packages/*/package.json', 'apps/*/package.json', 'spec/package.json'], { cwd: repositoryFolder })
    .map((file) => ({ file, manifest: JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ file, manifest }) =>
      Object.keys(manifest.publishConfig.exports)
        .map((entry) => ({ entry, source: manifest.exports[entry] }))
        .filter(({ source }) => source.endsWith('.ts'))
        .map(({ entry, source }) => ({
          name: join(manifest.name, entry),
          file: join(repositoryFolder, file, '..', source),
          summary: entry === '.' ? manifest.description : undefined,
        })),
    );
}

function optionsFor(entryPoints: EntryPoint[]) {
  const format = 'table' as const;
  return {
    entryPoints: entryPoints.map(({ file }) => file),
    basePath: repositoryFolder,
    // TypeDoc needs the TypeScript that has an API: this one only reads, the workspaces are checked by their own.
    tsconfig: join(import.meta.dirname, '../tsconfig.reference.json'),
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    outputFileStrategy: 'modules',
    name: 'Entry points of the packages',
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    // What is generated from the document stands in the reference of the service.
    externalPattern: ['**/generated/**', '**/node_modules/**'],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    // Ids of its own: how it counts headings of the same name differs from GitHub's way.
    useHTMLAnchors: true,
    anchorPrefix: 'of-',
    parametersFormat: format,
    interfacePropertiesFormat: format,
    classPropertiesFormat: format,
    typeDeclarationFormat: format,
    logLevel: 'Error' as const,
  };
}

/** TypeDoc names a module after its file, or after the folder of an index; its users know it by what they import. */
function nameByEntryPoint(project: ProjectReflection, entryPoints: EntryPoint[]): void {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const path = join(repositoryFolder, module.name);
    const entryPoint = entryPoints.find(({ file }) => file === `${path}.ts` || file === join(path, 'index.ts'));
    if (!entryPoint) throw new Error(`${module.name} is no entry point.`);
    module.name = entryPoint.name;
  }
}

function readPages(out: string, entryPoints: EntryPoint[]): Page[] {
  return globSync('**/*.md', { cwd: out })
    .sort()
    .map((file) => ({
      path: join(folder, file),
      section: 'TypeScript' as const,
      summary: entryPoints.find(({ name }) => file === `${name}.md`)?.summary,
      // TypeDoc has no name for a parameter that is taken apart.
      markdown: readFileSync(join(out, file), 'utf8').replaceAll('__namedParameters', 'options'),
    }));
}
