import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '@escrow-kit/shared/create-folder';
import type { KeptExchange } from '../kept-exchange.ts';
import { fileExtension, firstLine } from './file-format.ts';

/**
 * Keeps the exchanges of one run. An exchange waits in memory until the write before it ends, then all that wait are one write. A
 * failed write leaves no half line: the next one begins at the same place.
 */
export interface ExchangeStore {
  /** The file of this run. */
  file: string;
  /** Keeps an exchange, and never throws: what cannot be written is counted, and told once. */
  add(exchange: KeptExchange): void;
  /** Resolves once what was added is in the file, or lost. */
  written(): Promise<void>;
  /** Resolves once everything is on the disk. Says how many exchanges could not be kept: 0 if all are. */
  close(): Promise<{ lost: number }>;
}

interface StoreOptions {
  /** Gets a sentence once, if exchanges cannot be written, as on a full disk. */
  onProblem: (message: string) => void;
  /** Default: `Date.now`. */
  now?: () => number;
  /** How many characters may wait for the disk. What comes beyond is lost, and told. Default: 32 million. */
  waitingLimit?: number;
}

/** A power failure loses at most the exchanges of this time. */
const syncIntervalInMs = 1000;

/**
 * Creates the file of a new run in a folder, which keeps the files of earlier runs, and is created if it does not exist. Only its
 * owner can read what is created. Rejects if the file cannot be created.
 */
export async function openStore(
  folder: string,
  { onProblem, now = Date.now, waitingLimit = 32_000_000 }: StoreOptions,
): Promise<ExchangeStore> {
  await createFolder(folder, { mode: 0o700 });
  const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-');
  const file = join(folder, `${time}-${randomBytes(3).toString('hex')}${fileExtension}`);
  const writer = createWriter(await open(file, 'wx', 0o600), now);
  await writer.write(firstLine);

  let waiting: string[] = [];
  let waitingLength = 0;
  let lost = 0;
  let writing: Promise<void> | undefined;
  const lose = (count: number, reason: string): void => {
    if (lost === 0) {
      onProblem(
        `Exchanges are not kept, because ${file} cannot be written: ${reason}. Free space on its disk. The proxy goes on.`,
      );
    }
    lost += count;
  };
  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      waitingLength = 0;
      await writer.write(lines.join('')).catch((error: Error) => lose(lines.length, error.message));
    }
    writing = undefined;
  };
  return {
    file,
    add(exchange) {
      const line = `${JSON.stringify(exchange)}\n`;
      if (waitingLength + line.length > waitingLimit) return lose(1, 'the disk is too slow');
      waiting.push(line);
      waitingLength += line.length;
      writing ??= writeWaiting();
    },
    written: async () => writing,
    async close() {
      await writing;
      await writer.close().catch((error: Error) => lose(0, error.message));
      return { lost };
    },
  };
}

/** Writes whole texts, each after the last one that was written. */
function createWriter(handle: FileHandle, now: () => number) {
  let position = 0;
  let syncedAt = now();
  return {
    async write(text: string): Promise<void> {
      const bytes = Buffer.from(text);
      try {
        for (let written = 0; written < bytes.length; ) {
          written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
        }
      } catch (error) {
        await handle.truncate(position);
        throw error;
      }
      position += bytes.length;
      if (now() - syncedAt < syncIntervalInMs) return;
      syncedAt = now();
      await handle.datasync();
    },
    async close(): Promise<void> {
      await handle.sync().finally(() => handle.close());
    },
  };
}
