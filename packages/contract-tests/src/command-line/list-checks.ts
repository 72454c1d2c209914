import { readKitPacts } from '../pacts/pact-files.ts';
import { rulesOf } from '../pacts/rules-of.ts';
import { operationOf, type Selection, selectInteractions } from '../pacts/selection.ts';

/** Lists the selected checks, one a line: operation, description (which begins with its rule), and other rules. */
export function listChecks(selection: Selection): string {
  const checks = readKitPacts().flatMap((pact) => selectInteractions(pact, selection).interactions);
  const lines = checks.map((check) => {
    const [, ...others] = rulesOf(check);
    const also = others.length > 0 ? ` (also ${others.join(', ')})` : '';
    return `${(operationOf(check) ?? '').padEnd(16)} ${check.description}${also}\n`;
  });
  return `${lines.join('')}${checks.length === 1 ? '1 check' : `${checks.length} checks`}\n`;
}
