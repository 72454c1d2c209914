import { type PrismMock, startPrismMock } from '@escrow-kit/prism-mock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPactFiles } from '../../src/pact-files.ts';
import { readPact } from '../../src/verify/pact-document.ts';
import { type PactProcess, startPactProcess } from '../../src/verify/start-pact-process.ts';
import type { VerifiedInteraction } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';
import { isStateless } from './stateless.ts';

const pacts = listPactFiles().map((file) => {
  const pact = readPact(file);
  return { ...pact, interactions: pact.interactions.filter(isStateless) };
});
const stateless = pacts.flatMap(({ interactions }) => interactions);

let mock: PrismMock;
let pactProcess: PactProcess;
let verified: Map<string, VerifiedInteraction>;

beforeAll(async () => {
  mock = await startPrismMock({ port: 0 });
  pactProcess = startPactProcess();
  const { url } = mock;
  const hosts = { contract: url, auth: url, identity: url, users: url, legacy: url };
  const { interactions } = await verify({
    pacts,
    pactProcess,
    deployment: { hosts, credentials: {}, isStateless: true },
  });
  verified = new Map(interactions.map((interaction) => [interaction.description, interaction]));
});

afterAll(async () => {
  await pactProcess.close();
  await mock.close();
});

test('more than half of the interactions need no state', () => {
  const all = listPactFiles().flatMap((file) => readPact(file).interactions);

  expect(stateless.length).toBeGreaterThan(all.length / 2);
});

test.for(stateless)('$description (on the mock)', ({ description }) => {
  const found = verified.get(description);

  expect(found).toMatchObject({ problems: [], outcome: 'held' });
});
