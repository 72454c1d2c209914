import type { IncomingMessage } from 'node:http';
import { Refusal } from '../domain/refusal.ts';

/** The largest body of a call: far above any contract, far below what would hurt. Our choice: not shown. */
export const bodyLimitInBytes: number = 1024 * 1024;

/** Reads a body as text. Refuses one that is too large, or that breaks off because the client went away. */
export function readBody(incoming: IncomingMessage, limitInBytes: number = bodyLimitInBytes): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitInBytes) reject(tooLarge(limitInBytes));
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('close', () => {
      if (!incoming.complete) reject(brokenOff());
    });
    if (Number(incoming.headers['content-length']) > limitInBytes) reject(tooLarge(limitInBytes));
  });
}

function tooLarge(limitInBytes: number): Refusal<'body_too_large'> {
  const message = `Send a body of at most ${limitInBytes} bytes.`;
  return new Refusal('body_too_large', { rule: 'ERR-1a', field: 'body', message });
}

function brokenOff(): Refusal {
  return new Refusal('rule_violation', { rule: 'ERR-1', field: 'body', message: 'The request broke off.' });
}
