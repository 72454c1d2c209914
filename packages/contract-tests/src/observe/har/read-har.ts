import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import type { RawExchange } from '../raw-exchange.ts';
import { findProblem, type HarEntry } from './har-entry.ts';
import { type ObservedAddresses, toExchange } from './to-exchange.ts';

/** A HAR file that can't be read. The message names the file and the place, and repeats no value. */
export class HarError extends Error {
  override name = 'HarError';

  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
  }
}

interface ReadHarOptions extends ObservedAddresses {
  /** Gets one exchange at a time. */
  onExchange(exchange: RawExchange): void | Promise<void>;
}

/**
 * Reads the exchanges of a HAR 1.2 file, as browsers, mitmproxy and others write it: one entry after the other, so that a file of any
 * size fits in memory. Returns how many entries belong to the service, and how many are left out because they do not. Throws
 * {@link HarError} on a file that cannot be read; the exchanges before the error were handed over.
 */
export async function readHar(
  file: string,
  { onExchange, ...addresses }: ReadHarOptions,
): Promise<{ taken: number; foreign: number }> {
  let [taken, foreign] = [0, 0];
  for await (const entry of entriesOf(file)) {
    const exchange = toExchange(entry, addresses);
    if (exchange === undefined) foreign += 1;
    else {
      await onExchange(exchange);
      taken += 1;
    }
  }
  if (taken + foreign > 0) return { taken, foreign };
  throw new HarError(file, 'there are no entries at log.entries. Name a HAR file that has requests.');
}

async function* entriesOf(file: string): AsyncGenerator<HarEntry> {
  let count = 0;
  for await (const value of valuesOf(file)) {
    const problem = findProblem(value);
    if (problem !== undefined) throw new HarError(file, `log.entries[${count}].${problem}.`);
    yield value as HarEntry;
    count += 1;
  }
}

async function* valuesOf(file: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  const found: unknown[] = [];
  parser.onValue = ({ value }) => void found.push(value);
  let parsedBytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      parser.write(chunk);
      parsedBytes += chunk.length;
      yield* found.splice(0);
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new HarError(file, `it can't be read (${code}). Name a HAR file.`);
    throw new HarError(file, `this is no JSON, or not all of it, after about ${parsedBytes} bytes. Save it again.`);
  }
}
