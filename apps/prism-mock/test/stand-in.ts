import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { answerRequest } from '../src/answer-request.ts';
import { supervisePrism } from '../src/prism.ts';

/** Writes a program that stands in for Prism's command. */
export function writeCommand(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = join(folder, 'command.mjs');
  writeFileSync(command, code);
  return command;
}

/** Runs a program that stands in for Prism's command. */
export function supervise(code: string, options: Parameters<typeof supervisePrism>[0] = {}) {
  const prism = supervisePrism({ command: writeCommand(code), ...options });
  onTestFinished(async () => void (await prism.close()));
  return prism;
}

/** A program that answers requests with this handler. */
export const answering = (handler: string): string => `import { createServer } from 'node:http';
  process.on('SIGTERM', () => {});
  createServer(${handler}).listen(0, '127.0.0.1');`;

/** A mock with a program in Prism's place. It answers, unless another handler is given, with the request that it got. */
export async function startWithStandIn(handler = sendBack) {
  const prism = supervise(answering(handler));
  const logged: string[] = [];
  const options = { prism, host: '127.0.0.1', log: (line: string) => logged.push(line) };
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await answerRequest(request, options);
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, logged };
}

const sendBack = `async (request, response) => {
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(await request.toArray()).toString() }));
}`;
