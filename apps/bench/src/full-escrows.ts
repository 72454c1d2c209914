import { createControl, defaultCredentials } from '@escrow-kit/sandbox';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { completeEscrow, type EscrowService } from './escrow.ts';
import { measureInTurn, medianOf, report } from './measure.ts';
import { startCommand } from './started-service.ts';

const rounds = 3;
const escrowsPerRound = 150;
const atOnce = 16;

const postgres = await startPostgres({ isDurable: true });
const onPostgres = ['--database-url', await postgres.createDatabase()];
const [sqlite, first, second] = [await startCommand(), await startCommand(onPostgres), await startCommand(onPostgres)];
const measured = await measureInTurn(
  {
    SQLite: () => escrowsPerSecond([sqlite]),
    PostgreSQL: () => escrowsPerSecond([first]),
    'two processes on PostgreSQL': () => escrowsPerSecond([first, second]),
  },
  { rounds },
).finally(async () => {
  for (const command of [sqlite, first, second]) await command.stop();
  await postgres.stop();
});
for (const name of ['SQLite', 'PostgreSQL', 'two processes on PostgreSQL'] as const) {
  report(`full escrows on ${name}, client included`, medianOf(measured, name), { unit: 'per second' });
}

async function escrowsPerSecond(commands: { url: string }[]): Promise<number> {
  const services = commands.map(({ url }) => ({ url, credentials: defaultCredentials, control: createControl(url) }));
  const begin = performance.now();
  let left = escrowsPerRound;
  async function completeInTurn(service: EscrowService): Promise<void> {
    while (left-- > 0) await completeEscrow(service);
  }
  const workers = Array.from({ length: atOnce / services.length }, () => services.map(completeInTurn));
  await Promise.all(workers.flat());
  return (escrowsPerRound / (performance.now() - begin)) * 1000;
}
