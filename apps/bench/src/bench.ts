// One report: each figure is a median, and each ratio the median of those of single rounds, in which the contenders run in turn.
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
