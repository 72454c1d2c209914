// Tries broken sandboxes under another overlay in a process of its own, because a process has one document:
// node try-in-process.ts OVERLAY [MUTANT…]
import { useOverlays } from '@escrow-kit/spec/overlay';

const [overlay = '', ...names] = process.argv.slice(2);
await useOverlays([overlay]);
const { tryMutants } = await import('./try-mutants.ts');
process.stdout.write(JSON.stringify(await tryMutants(names)), () => process.exit());
