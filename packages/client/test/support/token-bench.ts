import { setImmediate } from 'node:timers/promises';
import { createEscrowClient, createLogObserver, type EscrowClient } from '../../src/index.ts';
import type { TokenFailure } from '../../src/observer.ts';
import type { ExpiringToken, TokenRequest } from '../../src/tokens.ts';
import { scriptFetch } from './scripted-client.ts';

/** One request to a provider, which the test answers when it chooses. */
interface Question {
  refresh: boolean;
  give(token: unknown): Promise<void>;
  fail(error: Error): Promise<void>;
}

export interface TokenBench {
  client: EscrowClient;
  /** All requests to the provider so far. */
  asked: Question[];
  /** The tokens that were sent, in order. */
  sent(): (string | undefined)[];
  now(): Date;
  failures: TokenFailure[];
  /** Everything that was logged, as one text. */
  logged(): string;
  advance(seconds: number): void;
  /** Makes a call, and returns the token that it was sent with, once its requests to the provider are answered. */
  call(): Promise<string | undefined>;
}

/** A clock that a test moves. */
function createClock(): { now: () => Date; advance(seconds: number): void } {
  let timeInMs = Date.parse('2026-01-01T00:00:00Z');
  return {
    now: () => new Date(timeInMs),
    advance(seconds) {
      timeInMs += seconds * 1000;
    },
  };
}

const tokenOf = (request: Request): string | undefined => request.headers.get('authorization')?.replace('Bearer ', '');

/** A client with one kind of token. The test controls its provider, its clock, and the statuses with which the service answers a token. */
export function createTokenBench(statusOf: (token: string) => number = () => 200): TokenBench {
  const clock = createClock();
  const asked: Question[] = [];
  const failures: TokenFailure[] = [];
  const lines: unknown[] = [];
  const log = (message: string, fields: object) => void lines.push(message, fields);
  const { fetch, requests } = scriptFetch(
    (request) => new Response('{}', { status: statusOf(tokenOf(request) ?? '') }),
  );

  function ask(request: TokenRequest): Promise<ExpiringToken> {
    return new Promise((resolve, reject) => {
      const give = async (token: unknown) => {
        resolve(token as ExpiringToken);
        await setImmediate();
      };
      const fail = async (error: Error) => {
        reject(error);
        await setImmediate();
      };
      asked.push({ refresh: request.refresh, give, fail });
    });
  }

  const client = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { apiKey: ask },
    fetch,
    retry: { max: 0 },
    now: clock.now,
    observer: [
      { tokenFailure: (failure) => void failures.push(failure) },
      createLogObserver({ debug: log, warn: log }),
    ],
  });
  return {
    client,
    asked,
    failures,
    sent: () => requests.map(tokenOf),
    logged: () => JSON.stringify(lines),
    now: clock.now,
    advance: clock.advance,
    async call() {
      const before = requests.length;
      await client.users.get('usr_1');
      return requests.slice(before).map(tokenOf).at(-1);
    },
  };
}
