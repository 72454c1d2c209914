import { createControl, defaultCredentials } from '@escrow-kit/sandbox';
import { completeEscrow } from './escrow.ts';
import { measureInTurn, medianOf, report } from './measure.ts';
import { startCommand } from './started-service.ts';

const rounds = 3;
const escrowsPerRound = 150;
const atOnce = 16;

const command = await startCommand();
const service = { url: command.url, credentials: defaultCredentials, control: createControl(command.url) };
const measured = await measureInTurn({ sandbox: escrowsPerSecond }, { rounds }).finally(command.stop);
report('full escrows, client included', medianOf(measured, 'sandbox'), { unit: 'per second' });

async function escrowsPerSecond(): Promise<number> {
  const begin = performance.now();
  let left = escrowsPerRound;
  async function completeInTurn(): Promise<void> {
    while (left-- > 0) await completeEscrow(service);
  }
  await Promise.all(Array.from({ length: atOnce }, completeInTurn));
  return (escrowsPerRound / (performance.now() - begin)) * 1000;
}
