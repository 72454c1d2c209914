// Makes a call to a server whose answer is too large, and tells how much memory it took.
import { readFileSync } from 'node:fs';
import { createEscrowClient, isEscrowError } from '../../src/index.ts';
import { createUndiciTransport } from '../../src/undici-transport.ts';

/** What became of the call. */
export interface LargeAnswerReport {
  code: string;
  growthInMegabytes: number;
}

const [, , url = '', transport] = process.argv;
const client = createEscrowClient({
  hosts: url,
  tokens: { apiKey: 'key' },
  ...(transport === 'undici' && { transport: createUndiciTransport() }),
});
const bytesAtRest = process.memoryUsage.rss();

const error = await client.users.get('usr_1').catch((thrown: unknown) => thrown);

const report: LargeAnswerReport = {
  code: isEscrowError(error) ? error.code : `${error}`,
  growthInMegabytes: (mostBytes() - bytesAtRest) / 1e6,
};
process.stdout.write(JSON.stringify(report), () => process.exit());

/** The most memory that this process had. `maxRSS` on Linux begins with that of the process which started it. */
function mostBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
