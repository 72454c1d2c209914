import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { preparePacts, writePacts } from '../../src/pact-tools/prepare-pacts.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const consumersOf = (consumer?: string) => [...preparePacts({ consumer }).values()].map((pact) => pact.consumer.name);

test('pacts for a broker have the name of the integration', () => {
  expect(consumersOf('my-shop')).toEqual(['my-shop', 'my-shop-webhooks']);
  expect(consumersOf()).toEqual(['escrow-kit-client', 'escrow-kit-webhooks']);
});

test('they name the versions of the kit and of the document', () => {
  const [file = ''] = writePacts(temporaryFolder());

  const versions = { contractTests: expect.stringMatching(/^\d+\./), document: expect.stringMatching(/^\d+\./) };
  expect(JSON.parse(readFileSync(file, 'utf8')).metadata).toMatchObject({ 'escrow-kit': versions });
});

const descriptionsOf = (options: object) =>
  [...preparePacts(options).values()].flatMap(({ interactions }) => interactions.map((one) => one.description));

test('they have no alternatives, because Pact would require each of them', () => {
  expect(descriptionsOf({}).filter((description) => description.startsWith('ID-2 the right SERVICE_OTP'))).toEqual([]);
});

test('they have only what is stated and reached by calls, with onlyStated and onlyCalls', () => {
  const descriptions = descriptionsOf({ onlyStated: true, onlyCalls: true, refusals: true });

  expect(descriptions).toContain('PARTY-3 a PROVIDER with isSender true is refused');
  expect(descriptions.filter((description) => /^(PARTY-2a|AUTH-1a|TICKET-3|UAPI-7) /.test(description))).toEqual([]);
});
