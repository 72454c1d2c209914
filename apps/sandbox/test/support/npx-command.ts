// A command that prints what happens to it. It runs until it gets a signal, or for three seconds.
import { endWithNpx } from '../../src/end-with-npx.ts';

endWithNpx('escrow-sandbox');
const running = setTimeout(() => process.stdout.write('ended by itself\n'), 3_000);
process.once('SIGTERM', () => {
  process.stdout.write('asked to end\n');
  clearTimeout(running);
});
process.stdout.write('started\n');
