// A command that says what happens to it, and runs until it is asked to end.
import { endWithNpx } from '@escrow-kit/commands/end-with-npx';

endWithNpx();
const running = setInterval(() => {}, 1000);
process.once('SIGTERM', () => {
  process.stdout.write('asked to end\n');
  clearInterval(running);
});
process.stdout.write('started\n');
