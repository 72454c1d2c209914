import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { isSoak } from '@escrow-kit/suite';
import { describe, expect, it } from 'vitest';
import { type CallOptions, createEscrowClient, type EscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import type { LargeAnswerReport } from './support/large-answer-child.ts';
import { listen } from './support/listen.ts';
import { createObservedClient } from './support/observed-client.ts';
import { clientOf } from './support/scripted-client.ts';
import { type TransportName, transportFor } from './support/transports.ts';

const mebibyte = Buffer.alloc(1024 * 1024, ' ');

/** 2 GiB in 2 MB: concatenated gzip members form one body. */
const bomb = Buffer.concat(Array(2048).fill(gzipSync(mebibyte)));

type Attack = (response: ServerResponse, status: number) => void;

const attacks = {
  'a gzip bomb': (response, status) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  },
  'a body without an end': (response, status) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    // As long as the other side reads.
    const write = () => {
      while (!response.destroyed && response.write(mebibyte));
    };
    response.on('drain', write);
    write();
  },
} satisfies Record<string, Attack>;

type AttackName = keyof typeof attacks;

/** A server that answers each request with one attack. */
async function startAttacker(name: AttackName, status: number) {
  let count = 0;
  let endedConnection: Promise<unknown> = Promise.reject(new Error('There was no request.'));
  endedConnection.catch(() => {});
  const server = createServer((_request, response) => {
    count++;
    endedConnection = once(response, 'close');
    attacks[name](response, status);
  });
  return { url: await listen(server), requestCount: () => count, endedConnection: () => endedConnection };
}

/** The report of another process that makes one call to an attacker. */
async function attackChild({ attack, transport }: { attack: AttackName; transport: TransportName }) {
  const attacker = await startAttacker(attack, 200);
  const path = fileURLToPath(new URL('./support/large-answer-child.ts', import.meta.url));
  const child = spawn(process.execPath, [path, attacker.url, transport], { stdio: ['ignore', 'pipe', 'inherit'] });
  const report: LargeAnswerReport = JSON.parse(await text(child.stdout));
  return report;
}

const clientFor = (url: string, transport: TransportName): EscrowClient =>
  createEscrowClient({ ...transportFor(transport), baseUrl: url, tokens: { organization: 'org', apiKey: 'key' } });

const calls: ((client: EscrowClient, options?: CallOptions) => Promise<unknown>)[] = [
  (client, options) => client.users.get('usr_1', options),
  (client, options) => client.customers.addAddress(1, { addressLabel: 'HOME', countryCode: 'SA' }, options),
  (client) => client.hosts.users.GET('/webhooks'),
];

/** undici's pools decode nothing, so a bomb stays small. */
const pairs: [AttackName, TransportName][] = [
  ['a gzip bomb', 'fetch'],
  ['a body without an end', 'fetch'],
  ['a body without an end', 'undici'],
];

/** Each is measured in a process of its own; in `npm test` each attack and each transport once. */
const measuredPairs = isSoak
  ? pairs
  : pairs.filter(([attack, transport]) => (attack === 'a gzip bomb') === (transport === 'fetch'));

describe('an answer that is too large', () => {
  it.each(pairs)('LIMIT-1 %s over %s ends the call at 1 MiB, whatever its status', async (attack, transport) => {
    for (const status of [200, 400, 401, 500]) {
      const attacker = await startAttacker(attack, status);
      const client = clientFor(attacker.url, transport);

      for (const [index, call] of calls.entries()) {
        const error = await failureOf(call(client));

        expect(error).toMatchObject({ code: 'decode', outcome: 'unknown', attempts: 1 });
        expect(error.message).toContain('longer than maxAnswerInBytes, 1048576 bytes');
        // The connection is closed, and not read further.
        await attacker.endedConnection();
        expect(attacker.requestCount()).toBe(index + 1);
      }
    }
  });

  it.each(measuredPairs)('LIMIT-1 %s over %s takes at most 50 MB', async (attack, transport) => {
    const report = await attackChild({ attack, transport });

    expect(report.code).toBe('decode');
    expect(report.growthInMegabytes).toBeLessThan(50);
  });

  it('LIMIT-1 a body of a fetch that ignores the signal is cancelled at the deadline', async () => {
    const cancelled = Promise.withResolvers<unknown>();
    const body = new ReadableStream({ cancel: cancelled.resolve });
    const { client } = clientOf([() => new Response(body)]);

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));

    expect(error).toMatchObject({ code: 'timeout' });
    await cancelled.promise;
  });
});

describe('the option maxAnswerInBytes', () => {
  const body = JSON.stringify({ data: { name: 'x'.repeat(5000) } });
  const limit = body.length;

  it('LIMIT-1 counts decoded bytes, and accepts an answer of exactly that length', async () => {
    const { escrow } = createObservedClient({ '*': { body } }, { maxAnswerInBytes: limit });

    expect(await escrow.users.get('usr_1')).toEqual(JSON.parse(body));
    expect(await failureOf(escrow.users.get('usr_1', { maxAnswerInBytes: limit - 1 }))).toMatchObject({
      code: 'decode',
    });
  });
});
