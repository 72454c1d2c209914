// Makes a call to a server whose answer is too large, and reports how much memory it took.
import { readFileSync } from 'node:fs';
import { createEscrowClient, isEscrowError } from '../../src/index.ts';
import { type TransportName, transportFor } from './transports.ts';

/** The result of the call. */
export interface LargeAnswerReport {
  code: string;
  growthInMegabytes: number;
}

const [, , url = '', transport = 'fetch'] = process.argv;
const client = createEscrowClient({
  baseUrl: url,
  timeoutInMs: 3_000,
  tokens: { apiKey: 'key' },
  ...transportFor(transport as TransportName),
});
const bytesAtRest = process.memoryUsage.rss();

const error = await client.users.get('usr_1').catch((thrown: unknown) => thrown);

const report: LargeAnswerReport = {
  code: isEscrowError(error) ? error.code : `${error}`,
  growthInMegabytes: (mostBytes() - bytesAtRest) / 1e6,
};
process.stdout.write(JSON.stringify(report), () => process.exit());

/** The peak memory of this process. On Linux, `maxRSS` starts with that of the parent process. */
function mostBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
