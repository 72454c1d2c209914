import { Buffer } from 'node:buffer';
import { createHash, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isSoak, repeats } from '@escrow-kit/suite';
import express from 'express';
import fc from 'fast-check';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { webhookPlugin } from '../../src/adapters/fastify.ts';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { createLambdaHandler } from '../../src/adapters/lambda.ts';
import { createNodeHandler } from '../../src/adapters/node.ts';
import { createWebhookReceiver, type Inbox, sign, type WebhookReceiver } from '../../src/index.ts';
import { listen } from '../support/listen.ts';
import { type MutatedBody, mutatedBody } from '../support/mutated-bodies.ts';
import { inboxKinds } from './support/inbox-kinds.ts';

const secret = 'whsec_fuzz';
/** By the adapters in turn. Fewer with PostgreSQL, where each takes several times as long. */
const bodiesFor: Record<string, number> = {
  memory: repeats({ test: 150, soak: 100_000 }),
  SQLite: repeats({ test: 150, soak: 100_000 }),
  PostgreSQL: repeats({ test: 150, soak: 30_000 }),
};
/** How many are sent at once. */
const batchSize = 30;
const url = 'http://127.0.0.1/webhooks';

/** Sends a request to a receiver through an adapter. Resolves with the status of the answer. */
type Send = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>) => Promise<number>;

const sendTo =
  (address: string): Send =>
  async (body, headers) => {
    const answer = await fetch(address, { method: 'POST', body, headers });
    await answer.text();
    return answer.status;
  };

/** All adapters, serving one receiver. */
async function startAdapters(receiver: WebhookReceiver): Promise<Send[]> {
  const handleFetch = createFetchHandler(receiver);
  const handleLambda = createLambdaHandler(receiver);
  const onNode = await listen(createServer(createNodeHandler(receiver)));
  const onExpress = await listen(createServer(express().post('/webhooks', createNodeHandler(receiver))));
  const fastifyApp = fastify({ forceCloseConnections: true });
  fastifyApp.register(webhookPlugin, { receiver, path: '/webhooks' });
  const fastifyUrl = await fastifyApp.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    onNode.close();
    onExpress.close();
    await fastifyApp.close();
  });
  return [
    async (body, headers) => (await handleFetch(new Request(url, { method: 'POST', body, headers }))).status,
    async (bytes, headers) => {
      const body = Buffer.from(bytes).toString('base64');
      return (await handleLambda({ httpMethod: 'POST', headers, body, isBase64Encoded: true })).statusCode;
    },
    sendTo(`${onNode.url}/webhooks`),
    sendTo(`${onExpress.url}/webhooks`),
    sendTo(`${fastifyUrl}/webhooks`),
  ];
}

function headersOf({ bytes, contentType, contentEncoding }: MutatedBody): Record<string, string> {
  return {
    'service-signature': sign(bytes, secret),
    ...(contentType && { 'content-type': contentType }),
    ...(contentEncoding && { 'content-encoding': contentEncoding }),
  };
}

const digestOf = (rawBody: string | Uint8Array): string => createHash('sha256').update(rawBody).digest('base64');

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as an inbox stores it: as text, or in base64. */
function storedForm(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

async function digestsOfStored(inbox: Inbox, limit: number): Promise<Set<string>> {
  const stored = [...(await inbox.find({ limit })), ...(await inbox.findQuarantined(limit))];
  return new Set(stored.map(({ rawBody }) => digestOf(rawBody)));
}

/** What is left in memory after a garbage collection. */
function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

describe.each(inboxKinds)('with the $name inbox, by every adapter', ({ name, open, isDurable }) => {
  const bodies = bodiesFor[name] ?? 0;

  test(`HOOK-3 each of ${bodies} signed, mutated bodies is answered, and none that got a 200 is lost`, async ({
    annotate,
  }) => {
    const { inbox, dispose } = await open();
    onTestFinished(dispose);
    const adapters = await startAdapters(createWebhookReceiver({ secrets: secret, inbox }));
    const received = new Set<string>();
    const seed = randomInt(2 ** 31);
    await annotate(`the seed is ${seed}`);
    const numRuns = Math.ceil(bodies / batchSize);
    let runs = 0;
    let memoryAtQuarter = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(mutatedBody, { minLength: batchSize, maxLength: batchSize }), async (batch) => {
        const statuses = await Promise.all(
          batch.map((body, index) => adapters[index % adapters.length]?.(body.bytes, headersOf(body))),
        );

        // Not 503, because the inbox did not fail.
        expect(statuses.filter((status) => ![200, 413, 415].includes(status ?? 0))).toEqual([]);
        for (const [index, { bytes }] of batch.entries()) {
          if (statuses[index] === 200) received.add(digestOf(storedForm(bytes)));
        }
        runs += 1;
        if (isSoak && runs === Math.floor(numRuns / 4)) memoryAtQuarter = memoryInUse();
      }),
      { numRuns, seed },
    );
    // The memory inbox is meant to grow.
    if (isSoak && isDurable) expect(memoryInUse() - memoryAtQuarter).toBeLessThan(50_000_000);

    const stored = await digestsOfStored(inbox, 2 * bodies);
    const lost = [...received].filter((digest) => !stored.has(digest));
    expect(lost, `of seed ${seed}`).toEqual([]);
    expect(received.size).toBeGreaterThan(numRuns);
  });
});
