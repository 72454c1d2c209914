// Tries broken sandboxes under an overlay in a process of its own, because a process has one document:
// node try-under-overlay.ts OVERLAY [MUTANT…]. Without names, all of rules about contracts, milestones and parties that are on.
import { useOverlays } from '@escrow-kit/spec/overlay';

const [overlay = '', ...names] = process.argv.slice(2);
await useOverlays([overlay]);
const { isRuleOff } = await import('@escrow-kit/spec');
const { filterPacts } = await import('../support/pacts.ts');
const { mutants } = await import('./mutants.ts');
const { tryMutant } = await import('./try-mutant.ts');

const wanted = mutants.filter(({ rule, does }) =>
  names.length > 0 ? names.includes(`${rule} ${does}`) : /^(CONTRACT|MILESTONE|PARTY)-/.test(rule) && !isRuleOff(rule),
);
// CONTRACT-1 shows whether a check is told of that the overlay contradicts.
const rules = ['CONTRACT-1', ...wanted.map(({ rule }) => rule)];
const pacts = filterPacts(({ description }) => rules.includes(description.split(' ')[0] ?? ''));
for (const mutant of wanted) {
  const { rule, does, verdict: due = 'broken', alsoBlamed = [] } = mutant;
  const { verdict, blamed } = await tryMutant(mutant, pacts);
  const others = blamed.filter((one) => !alsoBlamed.includes(one));
  process.stdout.write(`${JSON.stringify({ mutant: `${rule} ${does}`, verdict, due, others })}\n`);
}
process.exit();
