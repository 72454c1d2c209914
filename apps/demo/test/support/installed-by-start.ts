import { readFileSync } from 'node:fs';
import { findPackageJSON, isBuiltin, registerHooks } from 'node:module';

// `npm start` installs no devDependencies. Loaded with `--import`, this lets our own files import none either, not even where
// the published package has them built in.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const packageName = /^(?:@[^/]+[/])?[^./#][^/]*/.exec(specifier)?.[0];
    if (parentURL && !parentURL.includes('/node_modules/') && packageName && !isBuiltin(specifier)) {
      const { name, dependencies } = manifestOf(parentURL);
      if (!Object.hasOwn(dependencies, packageName)) {
        throw new Error(`npm start does not install ${packageName} for ${name}: it is none of its dependencies.`);
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
