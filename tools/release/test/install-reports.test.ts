import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';

/** Its script reports an installation to its maker, unless the package that was installed switches that off. */
const reporter = '@scarf/scarf';

/** Whether the package of a package.json depends on the reporter, by whatever way. */
function dependsOnReporter(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.keys(dependencies).some((name) => {
    const dependency = findPackageJSON(name, file);
    if (!dependency) throw new Error(`${name}, which ${file} depends on, is not installed.`);
    // In pnpm's layout, the dependencies of a package are beside the target of its link.
    return name === reporter || dependsOnReporter(realpathSync(dependency), seen);
  });
}

test('a package with which the reporter is installed switches its reports off', async () => {
  const reported = (await findPublishablePackages()).filter(({ folder }) =>
    dependsOnReporter(join(folder, 'package.json')),
  );

  expect(reported).not.toEqual([]);
  expect(reported.filter(({ manifest }) => manifest.scarfSettings?.enabled !== false)).toEqual([]);
});
