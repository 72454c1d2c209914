import { readFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin, registerHooks } from 'node:module';

// `npm start` installs no devDependencies. Loaded with `--import`, this hook makes our own files fail if they import one, even one
// that is built into the published package.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const packageName = /^(?:@[^/]+[/])?[^./#][^/]*/.exec(specifier)?.[0];
    if (parentURL && !parentURL.includes('/node_modules/') && packageName && !isBuiltin(specifier)) {
      const { name, dependencies } = manifestOf(parentURL);
      if (!Object.hasOwn(dependencies, packageName)) {
        throw new Error(`npm start does not install ${packageName} for ${name}: it is not in its dependencies.`);
      }
    }
    return nextResolve(specifier, context);
  },
});

function manifestOf(url: string): { name: string; dependencies: object } {
  const path = findPackageJSON('.', url);
  if (path === undefined) throw new Error(`${url} belongs to no package.`);
  return { dependencies: {}, ...JSON.parse(readFileSync(path, 'utf8')) };
}
