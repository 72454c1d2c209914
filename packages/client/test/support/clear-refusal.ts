import { expect } from 'vitest';
import { type EscrowClient, type EscrowClientOptions, EscrowError } from '../../src/index.ts';
import { createObservedClient } from './observed-client.ts';
import { printsOf } from './prints-of.ts';

export type Send = (escrow: EscrowClient) => Promise<unknown>;

/** Parts of test values, and the client's secrets. None may be printed. */
const given = /512345678|IBAN0000|NATID|SECRET|987654|10987|hunter2|(org|adm|usr|app|key)-token|shop-secret/;

/** The error of a call that is refused before anything is sent. */
export async function refusalOf(send: Send, options: Partial<EscrowClientOptions> = {}): Promise<EscrowError> {
  const { escrow, sent } = createObservedClient({ '*': { body: {} } }, options);
  const error = await send(escrow).then(
    () => expect.unreachable('the call was accepted'),
    (error) => error,
  );
  expect(sent).toEqual([]);
  return error;
}

/** Asserts that an error names the field, says that nothing was sent, and prints no value. */
export function expectClearRefusal(error: unknown, field: string): void {
  expect(error).toBeInstanceOf(EscrowError);
  expect(error).toMatchObject({ outcome: 'not-sent', attempts: 0, message: expect.stringContaining(field) });
  expect(printsOf(error)).not.toMatch(given);
}
