import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

test('a shop that lacks settings names all of them', () => {
  const read = () => readConfig({ PORT: 'http', ESCROW_CLIENT_ID: 'client', ESCROW_CLIENT_SECRET: 'very secret' });

  expect(read).toThrow(
    /^Set PORT \(a whole number\), COOKIE_SECRET, OPERATOR_PASSWORD, ESCROW_CONTRACT_URL, .*ESCROW_BROKER_PHONE/,
  );
  expect(read).not.toThrow(/ESCROW_CLIENT_ID|very secret/);
});
