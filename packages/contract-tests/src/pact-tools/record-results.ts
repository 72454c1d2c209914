import { readFileSync, statSync } from 'node:fs';
import { parseJson } from '../deployment/parse-json.ts';
import type { Interaction } from '../pacts/pact-document.ts';
import { providerName } from '../pacts/pact-files.ts';
import type { Report } from '../report/report.ts';
import { askBroker, type Broker, type Resource } from './broker.ts';
import { splitDescription } from './merge-interactions.ts';
import { publishedNames } from './prepare-pacts.ts';

/** A report, with the versions it is about. */
export interface Results {
  report: Pick<Report, 'interactions'>;
  /** The name of your integration in the broker. */
  consumer: string;
  /** The version of your integration that its pacts were published with. */
  consumerVersion: string;
  /** The version of the service that was verified, as you name it. */
  providerVersion: string;
}

/** What was recorded. */
export interface Recorded {
  /** About each published pact, with the checks that did not hold. */
  lines: string[];
  /** Whether each of them got a result. */
  isComplete: boolean;
}

/** A published pact, judged by a report. */
interface JudgedPact {
  /** How many interactions it has. */
  count: number;
  /** Its checks that the service did not pass, and those that were not made, each with the reason. */
  failed: string[];
  missing: string[];
}

/**
 * Records the result of each published pact of a version in a broker: a failure if one of its checks failed, a success if all held,
 * and nothing if one was not made. Rejects if nothing was published, or the broker refuses.
 */
export async function recordResults(broker: Broker, results: Results): Promise<Recorded> {
  const { report, consumer, consumerVersion, providerVersion } = results;
  const recorded: Recorded = { lines: [], isComplete: true };
  const names = publishedNames(consumer);
  const published = await Promise.all(names.map((name) => findPact(broker, name, consumerVersion)));
  if (!published.some(Boolean)) {
    const index = await askBroker(broker, `${broker.url}/`);
    if (!index?._links) throw new Error('What answers at PACT_BROKER_BASE_URL is no Pact broker. Check the address.');
    throw new Error(
      `The broker has no pact of ${names.join(' or ')} ${consumerVersion}. Publish the pacts of this version first.`,
    );
  }
  for (const [index, pact] of published.entries()) {
    if (!pact) continue;
    const version = `${names[index]} ${consumerVersion}`;
    const judged = judgePact(pact, report);
    const success = judged.failed.length === 0;
    if (success && judged.missing.length > 0) recorded.isComplete = false;
    else await postResult(broker, pact, { success, providerApplicationVersion: providerVersion });
    recorded.lines.push(...describeResult(version, judged));
  }
  return recorded;
}

/** Reads a report. Throws if there is none in the file. */
export function readReport(file: string): Results['report'] {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
  const report = (isFile ? parseJson(readFileSync(file, 'utf8')) : undefined) as Partial<Results['report']> | undefined;
  if (!report?.interactions)
    throw new Error(`${file} is not a report. Write one with contract-tests verify --json ${file}.`);
  return { interactions: report.interactions };
}

async function findPact(broker: Broker, consumer: string, version: string): Promise<Resource | undefined> {
  const path = ['pacts', 'provider', providerName, 'consumer', consumer, 'version', version];
  return askBroker(broker, `${broker.url}/${path.map(encodeURIComponent).join('/')}`);
}

function judgePact({ interactions = [] }: Resource, report: Results['report']): JudgedPact {
  const found = new Map(report.interactions.map((one) => [one.description, one]));
  const checksOf = ({ description }: Interaction) =>
    found.has(description) ? [description] : splitDescription(description);
  const judged: JudgedPact = { count: interactions.length, failed: [], missing: [] };
  for (const description of interactions.flatMap(checksOf)) {
    const { outcome, reason, problems = [] } = found.get(description) ?? {};
    if (outcome === 'held') continue;
    const texts = outcome ? [reason?.text, ...problems.map(({ text }) => text)] : ['it is not in the report'];
    const line = [description, texts.filter(Boolean).join('; ')].filter(Boolean).join(': ');
    const isMissing = outcome === undefined || outcome === 'not checkable';
    judged[isMissing ? 'missing' : 'failed'].push(line);
  }
  // A result of no checks would mean nothing.
  if (judged.count === 0) judged.missing.push('the pact has no interactions');
  return judged;
}

async function postResult(broker: Broker, { _links }: Resource, result: object): Promise<void> {
  const link = _links?.['pb:publish-verification-results'];
  if (!link) throw new Error('The broker accepts no results: the pact that it returned has no link for them.');
  await askBroker(broker, link.href, result);
}

function describeResult(version: string, { count, failed, missing }: JudgedPact): string[] {
  const list = (title: string, checks: string[]) =>
    checks.length === 0 ? [] : [`  ${title}:`, ...checks.map((check) => `    ${check}`)];
  const isFailure = failed.length > 0;
  const result = isFailure ? 'recorded as failed' : missing.length > 0 ? 'not recorded' : 'recorded as verified';
  const interactions = count === 1 ? '1 interaction' : `${count} interactions`;
  return [`${version} (${interactions}): ${result}`, ...list('failed', failed), ...list('not checked', missing)];
}
