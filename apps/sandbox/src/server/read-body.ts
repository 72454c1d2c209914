import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

/** The largest body accepted: far above any contract, far below what would hurt. Our choice: not shown. */
const limitInBytes = 1024 * 1024;

/** Reads a body as text. Refuses one that is too large, or that breaks off because the client went away. */
export function readBody(incoming: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitInBytes) reject(tooLarge());
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('close', () => reject(brokenOff()));
    if (Number(incoming.headers['content-length']) > limitInBytes) reject(tooLarge());
  });
}

function tooLarge(): Refusal {
  const message = `Send a body of at most ${limitInBytes} bytes.`;
  return new Refusal('body_too_large', { rule: 'ERR-1', field: 'body', message });
}

function brokenOff(): Refusal {
  return new Refusal('rule_violation', { rule: 'ERR-1', field: 'body', message: 'The request broke off.' });
}
