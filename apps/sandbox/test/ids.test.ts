import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../src/index.ts';
import { createMilestone, createPayableMilestone, lead, startPayment } from './support/escrow-steps.ts';
import { createReceiver } from './support/receiver.ts';
import { send } from './support/service-api.ts';
import { spawnSandbox } from './support/spawn-sandbox.ts';
import { createFolder } from './support/temporary-folder.ts';

const command = `${import.meta.dirname}/../src/command.ts`;

/** Where the document describes ids: first those of paths. */
const places = {
  contract: ['parameters.contractId.schema', 'CreatedContract.id', 'AddedMilestones.parentContractId'],
  milestone: [
    ...['parameters.milestoneId.schema', 'CreatedMilestone.id'],
    ...['PaidContractEvent.contractId', 'OtherContractEvent.contractId'],
  ],
  user: [
    ...['parameters.serviceUserId.schema', 'parameters.partnerUserId.schema', 'parameters.legacyId.schema'],
    ...['RegisteredCustomer.serviceUserId', 'LegacySignedUpUser.id'],
  ],
  usr: ['parameters.userId.schema', 'LinkedUser.user_id', 'UserRecord.user_id'],
  record: ['parameters.genericId.schema'],
  client: ['parameters.clientId.schema'],
  reference: ['PaidContractEvent.referenceId'],
};

type Kind = keyof typeof places;

/** Writes an overlay by which the ids have these keywords. */
async function writeForms(keywords: Partial<Record<Kind, object>>, isPlace = (_place: string) => true) {
  const actions = Object.entries(keywords).flatMap(([kind, update]) =>
    places[kind as Kind].filter(isPlace).map((place) => {
      const [name, field] = place.split('.');
      const target =
        name === 'parameters' ? `$.components.${place}` : `$.components.schemas.${name}.properties.${field}`;
      return { target, update };
    }),
  );
  const file = join(await createFolder(), 'ids.json');
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'Ids', version: '1' }, actions }));
  return file;
}

/** A sandbox in whose document the ids have these keywords. */
async function startWith(...forms: Parameters<typeof writeForms>) {
  const file = await writeForms(...forms);
  const receiver = await createReceiver();
  const { close, url, credentials } = await spawnSandbox(['--overlay', file, '--webhook-url', receiver.url]);
  onTestFinished(async () => void (await Promise.all([close(), receiver.close()])));
  const sandbox: Sandbox = { url, credentials, control: createControl(url), close: async () => void (await close()) };
  return { sandbox, receiver };
}

/** Uses the id of each kind in every call that takes it. Returns the ids, those that come back again, and the statuses of the answers. */
async function useIds({ sandbox, receiver }: Awaited<ReturnType<typeof startWith>>) {
  const { milestoneId, contractId, buyerId, buyerPhone } = await createPayableMilestone(sandbox);
  const payment = await startPayment(sandbox, { milestoneId });
  await lead(sandbox, milestoneId, 'pay', 'release', 'complete');
  const [event] = await receiver.received(3);
  const user = { email: 'made-up@example.com', phone: buyerPhone, name: 'Made Up' };
  const linked = await send(sandbox, 'linkUser', { body: user });
  const { user_id: usr, waffy_token: bearer } = linked.body.data;
  const record = await send(sandbox, 'createGenericContract', { body: {} });
  const names = { phoneNumber: buyerPhone, firstName: 'Made', lastName: 'Up', clientUserId: 'x' };
  const signedUp = await send(sandbox, 'legacySignUp', { body: names });
  const used = await Promise.all([
    send(sandbox, 'getUser', { path: { userId: usr } }),
    send(sandbox, 'getGenericContract', { path: { id: record.body.data.id } }),
    send(sandbox, 'submitNationalId', { path: { userId: buyerId }, body: { nationalId: '1000000008' }, bearer }),
    send(sandbox, 'legacyAddIban', { path: { id: buyerId }, body: {}, bearer }),
  ]);
  const ids = {
    contract: contractId,
    milestone: milestoneId,
    user: buyerId,
    usr,
    record: record.body.data.id,
    client: sandbox.credentials.clientId,
    reference: event?.body.referenceId,
  };
  const again = [event?.body.contractId, signedUp.body.data.id];
  return { ids, again, statuses: [payment, linked, record, signedUp, ...used].map(({ status }) => status) };
}

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const form = { type: 'string', format: 'uuid' };
const uuids = { contract: form, milestone: form, user: form, usr: form, record: form, client: form, reference: form };

const otherForms = {
  contract: { type: 'integer' },
  milestone: { pattern: '^[A-Z0-9]{20}$' },
  user: { type: 'string', pattern: '^(?:u|user)_[0-9a-f]{12}$' },
  usr: { pattern: '^usr_[a-z]+\\d$' },
  record: { pattern: '^rec\\.\\d{1,12}$' },
  client: { pattern: '^c[0-9]{4}$' },
  reference: { pattern: '^TX\\w{18}$' },
};

test('ids that the document wants as uuids are given so, and taken in every call', async () => {
  const { ids, again, statuses } = await useIds(await startWith(uuids));

  expect(ids).toEqual(Object.fromEntries(Object.keys(uuids).map((kind) => [kind, uuid])));
  expect(again).toEqual([ids.milestone, ids.user]);
  expect(statuses).toEqual(statuses.map(() => 200));
});

test('a form of ids that the document has for paths alone is enough, so the sandbox refuses none of its own', async () => {
  const isPath = (place: string) => place.startsWith('parameters.') && !place.includes('serviceUserId');
  const { ids, statuses } = await useIds(await startWith({ ...uuids, user: {} }, isPath));

  expect(ids).toMatchObject({ contract: uuid, milestone: uuid, usr: uuid, record: uuid, client: uuid });
  expect(statuses).toEqual(statuses.map(() => 200));
});

test('a form that one answer alone has holds everywhere, and numbers of users may be texts', async () => {
  const isPlace = (place: string) => place === 'UserRecord.user_id' || places.user.includes(place);
  const { ids, statuses } = await useIds(await startWith({ usr: form, user: { type: 'string' } }, isPlace));

  expect(ids).toMatchObject({ usr: uuid, user: expect.stringMatching(/^\d+$/) });
  expect(statuses).toEqual(statuses.map(() => 200));
});

test('so are numbers and ids with a pattern; the newest is listed first, and none comes twice', async () => {
  const started = await startWith(otherForms);
  const { sandbox } = started;
  const { ids, again, statuses } = await useIds(started);
  const created: unknown[] = [ids.contract];
  for (let count = 0; count < 30; count += 1) created.push((await createMilestone(sandbox)).contractId);
  const tenants = await Promise.all(created.map(() => sandbox.control.createTenant()));
  const { contracts } = await sandbox.control.contracts({ limit: 50 });
  const { users } = await sandbox.control.users();
  const { parties, ledger } = await sandbox.control.milestone(ids.milestone);

  const { contract, ...others } = ids;
  expect(contract).toEqual(expect.any(Number));
  for (const [kind, id] of Object.entries(others)) {
    expect(id).toMatch(new RegExp(otherForms[kind as keyof typeof others].pattern));
  }
  expect(again).toEqual([ids.milestone, ids.user]);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(contracts.map(({ contractId }) => contractId)).toEqual(created.map(String).reverse());
  expect(users.map(({ userId }) => userId)).toContain(ids.user);
  expect(parties[0]).toMatchObject({ role: 'CUSTOMER', userId: ids.user });
  expect(ledger.balances).toContainEqual(expect.objectContaining({ kind: 'buyer', userId: ids.user }));
  expect(new Set(tenants.map(({ credentials }) => credentials.clientId)).size).toBe(created.length);
});

test('ids are within the bounds of the document', async () => {
  const forms = {
    user: { format: 'int32', maximum: 99_999_999 },
    contract: { type: 'integer', minimum: 1_000_000_000, maximum: 9_999_999_999 },
    record: { minLength: 36 },
  };

  const { ids, statuses } = await useIds(await startWith(forms));

  expect(Number(ids.user)).toBeLessThan(100_000_000);
  expect(String(ids.contract)).toMatch(/^\d{10}$/);
  expect(ids.record).toHaveLength(36);
  expect(statuses).toEqual(statuses.map(() => 200));
});

test.each<[Kind, object]>([
  ['contract', { format: 'email' }],
  ['contract', { enum: ['one', 'two'] }],
  ['contract', { allOf: [{ pattern: '^[a-z]$' }] }],
  ['user', { type: 'string', pattern: '^(?!0)[0-9]{10}$' }],
  ['user', { type: 'string', pattern: '^few[0-9]{2}$' }],
  ['user', { maximum: 1e9, exclusiveMaximum: true }],
])(
  'a form of the id of a %s that the sandbox can not write, %j, stops it at the start with one line',
  async (kind, form) => {
    const args = [command, '--port', '0', '--overlay', await writeForms({ [kind]: form })];

    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

    const place = {
      contract: 'contractId in the path of addMilestones',
      user: 'serviceUserId in the path of addBankAccount',
    };
    expect(stderr).toContain(
      `escrow-sandbox: The sandbox can't write the id of a ${kind} as the document has it: ${place[kind as keyof typeof place]} is {`,
    );
    expect(stderr).toContain(JSON.stringify(form).slice(1, -1).replace('"type":"string",', ''));
    expect(stderr.trim()).not.toContain('\n');
    expect(status).toBe(1);
  },
);
