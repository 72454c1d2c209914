import { startPostgres } from '@escrow-kit/machine/postgres';
import { createControl, defaultCredentials } from '@escrow-kit/sandbox';
import { completeEscrow, type EscrowService } from './escrow.ts';
import { type StartedCommand, startCommand } from './started-command.ts';
import { median, report } from './statistics.ts';

const rounds = 3;
const escrowsPerRound = 150;
const atOnce = 16;

const postgres = await startPostgres({ isDurable: true });
const onPostgres = ['--database-url', await postgres.createDatabase()];
const first = await startCommand(onPostgres);
const commands = [await startCommand(), first, await startCommand(onPostgres)] as const;
const [sqlite, , second] = commands.map(toService) as [EscrowService, EscrowService, EscrowService];
const cases = {
  SQLite: [sqlite],
  PostgreSQL: [toService(first)],
  'two processes on PostgreSQL': [toService(first), second],
};
const rates = Object.fromEntries(Object.keys(cases).map((name) => [name, [] as number[]]));
try {
  for (let round = 0; round < rounds; round++) {
    for (const [name, services] of Object.entries(cases)) rates[name]?.push(await escrowsPerSecond(services));
  }
} finally {
  for (const command of commands) await command.stop();
  await postgres.stop();
}
for (const [name, values] of Object.entries(rates)) {
  report(`full escrows on ${name}, client included`, median(values), { unit: 'per second' });
}

function toService({ url }: StartedCommand): EscrowService {
  return { url, credentials: defaultCredentials, control: createControl(url) };
}

async function escrowsPerSecond(services: EscrowService[]): Promise<number> {
  const begin = performance.now();
  let left = escrowsPerRound;
  await Promise.all(
    Array.from({ length: atOnce }, async (_value, worker) => {
      const service = services[worker % services.length] as EscrowService;
      while (left-- > 0) await completeEscrow(service);
    }),
  );
  return (escrowsPerRound / (performance.now() - begin)) * 1000;
}
