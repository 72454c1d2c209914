import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes a HAR file with a call of each address, and returns its path. */
export function writeHar(...urls: string[]): string {
  const file = join(temporaryFolder(), 'traffic.har');
  const entries = urls.map((url) => ({
    startedDateTime: '2030-01-01T00:00:00Z',
    time: 3,
    request: { method: 'GET', url, headers: [{ name: 'authorization', value: 'Bearer canary-token' }] },
    response: { status: 200, headers: [], content: { size: 2, mimeType: 'application/json', text: '{}' } },
  }));
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}
