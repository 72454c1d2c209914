// One report. The contenders run in turn in each round. Each figure and each ratio is the median of the rounds.
import { measureClients } from './client.ts';
import { measureReceiver } from './receiver.ts';
import { measureSandbox } from './sandbox.ts';
import { measureVerification } from './verification.ts';

await measureClients();
await measureVerification();
await measureReceiver();
await measureSandbox();
// Some of the peers keep connections open.
process.exit();
