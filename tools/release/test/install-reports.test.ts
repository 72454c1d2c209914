import { readFileSync, realpathSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';

/** Its install script reports to its maker, unless the installed package switches that off. */
const reporter = '@scarf/scarf';

/** Whether a package.json depends on the reporter, directly or not. */
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

test('every package that depends on the reporter switches its reports off', async () => {
  const reported = (await findPublishablePackages()).filter(({ folder }) =>
    dependsOnReporter(join(folder, 'package.json')),
  );

  expect(reported).not.toEqual([]);
  expect(reported.filter(({ manifest }) => manifest.scarfSettings?.enabled !== false)).toEqual([]);
});
