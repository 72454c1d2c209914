import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, type ProjectReflection, ReflectionKind } from 'typedoc';
import { type EntryPoint, listEntryPoints } from './entry-points.ts';
import type { Page } from './page.ts';
import { repositoryFolder } from './repository-pages.ts';

/** The folder of the pages in the site. */
const folder = 'typescript';

/** Creates the reference of the published packages, by entry point, from the comments in their sources. Takes some seconds. */
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

function optionsFor(entryPoints: EntryPoint[]) {
  const format = 'table' as const;
  return {
    entryPoints: entryPoints.map(({ file }) => file),
    basePath: repositoryFolder,
    // TypeDoc needs TypeScript 6, which has an API. It only reads; the workspaces check the types with TypeScript 7.
    tsconfig: join(import.meta.dirname, '../tsconfig.reference.json'),
    skipErrorChecking: true,
    plugin: ['typedoc-plugin-markdown'],
    outputFileStrategy: 'modules',
    name: 'Entry points of the packages',
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    // The reference of the service covers code that is generated from the document.
    externalPattern: ['**/generated/**', '**/node_modules/**'],
    hideBreadcrumbs: true,
    hidePageHeader: true,
    useCodeBlocks: true,
    // Its own ids, because it numbers headings of the same name differently from GitHub.
    useHTMLAnchors: true,
    anchorPrefix: 'of-',
    parametersFormat: format,
    interfacePropertiesFormat: format,
    classPropertiesFormat: format,
    typeDeclarationFormat: format,
    logLevel: 'Error' as const,
  };
}

/** Renames modules to their entry points, because TypeDoc names a module after its file or folder. */
function nameByEntryPoint(project: ProjectReflection, entryPoints: EntryPoint[]): void {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const path = join(repositoryFolder, module.name);
    const entryPoint = entryPoints.find(({ file }) => file === `${path}.ts` || file === join(path, 'index.ts'));
    if (!entryPoint) throw new Error(`${module.name} is not an entry point.`);
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
      // TypeDoc has no name for a destructured parameter.
      markdown: readFileSync(join(out, file), 'utf8').replaceAll('__namedParameters', 'options'),
    }));
}
