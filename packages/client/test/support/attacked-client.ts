import { operations } from '@escrow-kit/spec';
import { createEscrowClient, createLogObserver, type EscrowClientOptions } from '../../src/index.ts';
import type { DocumentCall } from './document-calls.ts';
import { marked, markOfSecrets } from './mutated-answer.ts';
import { printsOf } from './prints-of.ts';

const secrets = {
  clientSecret: 'q8w7e6r5-client',
  token: 'z1x2c3v4-token',
};

/** The secrets that a text shows: those of the client, of its answers, and others that are given. */
export const leaksIn = (text: string, personal: readonly string[] = []): string[] =>
  [markOfSecrets.slice(0, 10), markOfSecrets.slice(-10), ...Object.values(secrets), ...personal].filter((secret) =>
    text.includes(secret),
  );

/** A client with a secret of each kind, and its log. It retries without delay. */
export function createAttackedClient(options: EscrowClientOptions) {
  const lines: string[] = [];
  const log = (message: string, fields: object) => void lines.push(printsOf([message, fields]));
  const escrow = createEscrowClient({
    baseUrl: 'https://service.example',
    clientId: 'client',
    clientSecret: secrets.clientSecret,
    tokens: {
      organization: secrets.token,
      clientAdmin: secrets.token,
      apiKey: secrets.token,
      legacyUser: secrets.token,
      legacyApp: secrets.token,
    },
    retry: { max: 2, baseDelayInMs: 0 },
    observer: createLogObserver({ debug: log, warn: log }),
    ...options,
  });
  return { escrow, log: () => lines.join('\n') };
}

/** An answer to a call. */
export interface ExampleAnswer {
  status: number;
  example: unknown;
}

/** The documented answers of an operation, with their secrets marked. */
export function examplesOf({ operationId }: DocumentCall): ExampleAnswer[] {
  const responses = Object.entries(operations.find(({ id }) => id === operationId)?.responses ?? {});
  const examples = responses.flatMap(([status, { content }]) =>
    Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => ({
      status: Number(status),
      example: marked(value),
    })),
  );
  return [...examples, { status: 200, example: {} }];
}
