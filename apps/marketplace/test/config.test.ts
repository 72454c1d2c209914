import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';

test('the error for missing settings names all of them', () => {
  const read = () => readConfig({ PORT: 'http', ESCROW_CLIENT_ID: 'client', ESCROW_CLIENT_SECRET: 'very secret' });

  expect(read).toThrow(
    /^Set PORT \(a whole number from 0 to 65535\), COOKIE_SECRET, OPERATOR_PASSWORD, ESCROW_CONTRACT_URL, .*ESCROW_BROKER_PHONE/,
  );
  expect(read).not.toThrow(/ESCROW_CLIENT_ID|very secret/);
});

describe('SHOP_URL', () => {
  /** The error for these settings. */
  const messageOf = (environment: Record<string, string>): string => {
    try {
      readConfig(environment);
      return '';
    } catch (error) {
      return String(error);
    }
  };

  test('is required unless the shop listens on loopback only', () => {
    const hosts = ['127.0.0.1', 'localhost', '::1', '', '0.0.0.0', '::', '192.168.1.7', 'shop.example'];

    const needing = hosts.filter((HOST) => messageOf({ HOST }).includes('SHOP_URL (the address that browsers use'));

    expect(needing).toEqual(['0.0.0.0', '::', '192.168.1.7', 'shop.example']);
    expect(messageOf({ HOST: '0.0.0.0', SHOP_URL: 'https://shop.example' })).not.toContain('SHOP_URL');
  });

  test('must be an http or https address', () => {
    const malformed = ['shop.example', 'ftp://shop.example', 'https://'].filter((SHOP_URL) =>
      messageOf({ SHOP_URL }).includes('SHOP_URL (an address such as https://shop.example)'),
    );

    expect(malformed).toEqual(['shop.example', 'ftp://shop.example', 'https://']);
    expect(messageOf({ SHOP_URL: 'https://shop.example/' })).not.toContain('SHOP_URL');
  });
});
