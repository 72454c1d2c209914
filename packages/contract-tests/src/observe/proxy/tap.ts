import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CapturedBody, mostCapturedBytes, type RawExchange } from '../raw-exchange.ts';

/** How many captured bytes of bodies wait in memory at most: of running exchanges, and of those not yet handed over. */
const mostHeldBytes = 64 * 1024 * 1024;

/** How many bytes of heads wait at most. */
const mostHeldHeads = 64 * 1024 * 1024;

/** What a header takes in memory besides its texts, in bytes. */
const overheadOfHeader = 100;

/** How many exchanges wait at most. */
const mostWaiting = 10_000;

/** How many are handed over at once at most. */
const mostAtOnce = 16;

/**
 * Copies bodies on their way and hands finished exchanges over, in their order and after their answer. If `onExchange` can't keep up,
 * further bodies are captured incompletely, then further exchanges are left out and counted; the traffic goes on.
 */
export interface Tap {
  /** Copies the beginning of a body. The returned function ends that, and returns the copy. */
  capture(body: Readable): (isWhole: boolean) => CapturedBody;
  add(exchange: RawExchange): void;
  /** How many exchanges were left out. */
  leftOut(): number;
  /** Resolves once every added exchange is handed over. */
  settled(): Promise<void>;
}

/** Creates a tap. `onExchange` has to handle its own errors. */
export function createTap(onExchange: (exchange: RawExchange) => void | Promise<void>): Tap {
  const waiting: RawExchange[] = [];
  let heldBytes = 0;
  let heldHeads = 0;
  let leftOut = 0;
  let running: Promise<void> | undefined;
  return {
    capture(body) {
      const copy = createCopy();
      const onData = (chunk: Buffer): void => {
        heldBytes += copy.add(chunk, mostHeldBytes - heldBytes);
      };
      body.on('data', onData);
      return (isWhole) => {
        body.off('data', onData);
        return copy.end(isWhole);
      };
    },
    add(exchange) {
      heldHeads += sizeOfHeads(exchange);
      if (waiting.length >= mostWaiting || heldHeads > mostHeldHeads) {
        leftOut += 1;
        release(exchange);
        return;
      }
      waiting.push(exchange);
      running ??= handOver();
    },
    leftOut: () => leftOut,
    settled: async () => running,
  };

  async function handOver(): Promise<void> {
    // In turns of their own, so that traffic comes between them.
    for (await nextTurn(); waiting.length > 0; await nextTurn()) {
      await Promise.all(waiting.splice(0, mostAtOnce).map(handOverOne));
    }
    running = undefined;
  }

  async function handOverOne(exchange: RawExchange): Promise<void> {
    await onExchange(exchange);
    release(exchange);
  }

  function release(exchange: RawExchange): void {
    heldBytes -= sizeOfBodies(exchange);
    heldHeads -= sizeOfHeads(exchange);
  }
}

const sizeOfBodies = ({ requestBody, response }: RawExchange): number =>
  requestBody.bytes.length + (response?.body.bytes.length ?? 0);

const sizeOfHeads = ({ target, requestHeaders, response }: RawExchange): number =>
  [...requestHeaders, ...(response?.headers ?? []), ...(response?.trailers ?? [])].reduce(
    (sum, [name, value]) => sum + name.length + value.length + overheadOfHeader,
    target.length,
  );

/** A growing copy of the beginning of a body. It keeps no chunk, because one of a byte may be part of a large buffer. */
function createCopy() {
  let bytes = Buffer.alloc(0);
  let length = 0;
  let isAll = true;
  return {
    /** Copies as much as fits, and returns how many bytes. */
    add(chunk: Buffer, mostBytes: number): number {
      const taken = chunk.subarray(0, Math.max(0, Math.min(mostCapturedBytes - length, mostBytes)));
      isAll &&= taken.length === chunk.length;
      if (length + taken.length > bytes.length) {
        const grown = Buffer.alloc(Math.max(length + taken.length, 2 * bytes.length));
        bytes.copy(grown);
        bytes = grown;
      }
      taken.copy(bytes, length);
      length += taken.length;
      return taken.length;
    },
    end: (isWhole: boolean): CapturedBody => ({ bytes: bytes.subarray(0, length), isComplete: isWhole && isAll }),
  };
}
