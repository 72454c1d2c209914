import { isSoak } from '@escrow-kit/suite';
import { beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../../src/observe/findings/finding.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { verificationLimitInMs } from '../../support/verify-by-pact.ts';
import { createKeeper } from '../support/raw-exchanges.ts';
import { recordSandbox } from '../support/record-traffic.ts';
import { type Deviation, deviations } from './deviations.ts';
import { findIn } from './propose.ts';
import { judgeUnderProposal } from './under-overlay.ts';

let sandbox: RawExchange[];
let keep: (exchanges: readonly RawExchange[]) => KeptExchange[];
let usual: ReadonlySet<string>;

beforeAll(async () => {
  sandbox = await recordSandbox();
  keep = createKeeper(sandbox);
  usual = new Set(findIn(keep(sandbox)).map(keyOf));
}, verificationLimitInMs);

/** What a finding is about. The status of a success matters only where it is what was found. */
function keyOf({
  part,
  subject,
  operation,
  status,
  eventStatus,
  pointer,
  rule,
  text,
  message,
  learned,
}: Finding): string {
  if (learned?.kind === 'header') return `${part} | ${subject} | ${learned.name}`;
  const isOfStatus = subject === 'status' || subject === 'refusal';
  const place = [pointer, eventStatus, rule, isOfStatus ? status : ''].join(' ');
  return `${part} | ${subject} | ${operation} | ${message} ${place} | ${pointer === undefined ? text.replaceAll(/\d+ of \d+/g, '') : ''}`;
}

test('a sandbox contradicts nothing, and has nothing that the document does not have but its own header', () => {
  const kept = keep(sandbox);
  const found = findIn(kept).filter(({ part }) => part === 'contradicts' || part === 'not in the document');

  expect(kept.length).toBeGreaterThan(80);
  expect(kept.flatMap(({ violations }) => violations)).toEqual([]);
  expect(found.map(({ text }) => text)).toEqual([expect.stringContaining('have the header escrow-sandbox-instance')]);
});

/** Rounds of deviations of different operations, which leave one another alone. The soak has each alone. */
function inRounds(): [names: string, round: Deviation[]][] {
  const all = Object.entries(deviations);
  const ofOperations = [...Map.groupBy(all, ([, { finds }]) => finds.split(' | ')[2]).values()];
  const rounds = isSoak
    ? all.map((one) => [one])
    : all.map((_, round) => ofOperations.flatMap((own) => own.slice(round, round + 1)));
  return rounds
    .filter(({ length }) => length > 0)
    .map((round) => [round.map(([name]) => name).join('; '), round.map(([, deviation]) => deviation)]);
}

test.each(inRounds())('these are found and named, and nothing else: %s', (_names, round) => {
  const deviating = round.reduce((exchanges, { deviate }) => deviate(exchanges), sandbox);
  const found = findIn(keep(deviating)).filter((finding) => finding.part !== 'not seen' && !usual.has(keyOf(finding)));

  const texts = found.map((one) => Object.values({ ...one, example: '', learned: '' }).join(' '));
  for (const { finds } of round) {
    const [part, subject, operation, place = ''] = finds.split(' | ');
    const named = found.filter(
      (one, index) =>
        one.part === part && one.subject === subject && one.operation === operation && texts[index]?.includes(place),
    );
    expect(named, `${finds} in ${JSON.stringify(texts)}`).toHaveLength(1);
  }
  const count = round.reduce((sum, { follow = 0 }) => sum + 1 + follow, 0);
  expect(found, JSON.stringify(texts)).toHaveLength(count);
});

/** Deviations that leave one another alone. */
const together = [
  'the status of a success that is not shown',
  'the status of a success that is shown',
  'the type of an id',
  'the name of an id',
  'a field that is missing',
  'an extra field',
  'another state of a milestone',
  'a field of a refusal',
  'an extra field of an event',
  'the status of an event',
  'the time of a retry',
  'the header of the signature',
  'an operation',
  'the address of the checkout',
  'PARTY-2 PARTY-3 a seller who is the sender',
];

test('the overlay proposed for a service of many deviations, unedited, leaves nothing that contradicts', async () => {
  const deviating = together.reduce((exchanges, name) => deviations[name]?.deviate(exchanges) ?? [], sandbox);

  expect(findIn(keep(deviating)).filter(({ part }) => part === 'contradicts').length).toBeGreaterThan(7);
  expect(await judgeUnderProposal(deviating)).toEqual([]);
});
