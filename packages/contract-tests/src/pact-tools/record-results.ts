import { readFileSync } from 'node:fs';
import { parseJson } from '../deployment/parse-json.ts';
import type { Outcome } from '../judge/verification.ts';
import { basisOf } from '../pacts/basis-of.ts';
import { type Pact, readPact } from '../pacts/pact-document.ts';
import { listPactFiles } from '../pacts/pact-files.ts';
import type { Report } from '../report/report.ts';
import { askBroker, type Broker } from './broker.ts';
import { publishedName } from './prepare-pacts.ts';

/** A report, with the versions it is about. */
export interface Results {
  report: Pick<Report, 'interactions'>;
  /** The name of your integration in the broker. Default: the kit's names. */
  consumer?: string | undefined;
  /** The version of your integration that its pacts were published with. */
  consumerVersion: string;
  /** The version of the service that was verified, as you name it. */
  providerVersion: string;
}

/**
 * Records the result of each pact in a broker: a failure if a stated check is broken, a success if all of them held, and
 * nothing if one was left out. Returns a sentence about each. Rejects if the broker refuses.
 */
export async function recordResults(broker: Broker, results: Results): Promise<string[]> {
  const sentences: string[] = [];
  for (const pact of listPactFiles().map(readPact)) {
    const outcomes = statedOutcomes(pact, results.report);
    const leftOut = outcomes.filter((outcome) => outcome === 'not checkable').length;
    const isBroken = outcomes.includes('broken');
    const name = publishedName(pact, results.consumer);
    if (leftOut > 0 && !isBroken) {
      sentences.push(`${name}: not recorded, ${leftOut} of ${outcomes.length} stated checks left out`);
      continue;
    }
    await publish(broker, { pact, name, isBroken, ...results });
    sentences.push(`${name} ${results.consumerVersion}: recorded as ${isBroken ? 'broken' : 'verified'}`);
  }
  return sentences;
}

/** Reads a report. Throws if the file is not a report. */
export function readReport(file: string): Results['report'] {
  const report = parseJson(readFileSync(file, 'utf8')) as Partial<Results['report']> | undefined;
  if (!report?.interactions)
    throw new Error(`${file} is not a report. Write one with contract-tests verify --json ${file}.`);
  return { interactions: report.interactions };
}

/** The outcomes of the stated checks that can be judged. */
function statedOutcomes({ interactions }: Pact, { interactions: verified }: Results['report']): Outcome[] {
  const found = new Map(verified.map((one) => [one.description, one]));
  const expected = interactions.filter(
    (one) => basisOf(one) === 'stated' && one.comments?.references?.['escrow-kit']?.['notCheckable'] === undefined,
  );
  return expected.map(({ description }) => found.get(description)?.outcome ?? 'not checkable');
}

async function publish(
  broker: Broker,
  { pact, name, isBroken, consumerVersion, providerVersion }: Results & { pact: Pact; name: string; isBroken: boolean },
): Promise<void> {
  const path = ['pacts', 'provider', pact.provider.name, 'consumer', name, 'version', consumerVersion];
  const published = await askBroker(broker, `${broker.url}/${path.map(encodeURIComponent).join('/')}`);
  const link = published._links?.['pb:publish-verification-results'];
  if (!link)
    throw new Error(`The broker accepts no results for ${name} ${consumerVersion}: its answer has no link for them.`);
  await askBroker(broker, link.href, { success: !isBroken, providerApplicationVersion: providerVersion });
}
