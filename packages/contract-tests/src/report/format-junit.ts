import { escapeHtml } from '../deployment/escape-html.ts';
import { differenceOf, isDifference, makesIncomplete, type VerifiedInteraction } from '../judge/verification.ts';
import { describeCheck } from './describe-cause.ts';
import { formatRows } from './format-text.ts';
import type { Report } from './report.ts';

/**
 * Writes a report as JUnit XML: a suite for each pact, a test case for each check. What is assumed and differs passes, with its
 * difference as output; every other difference is a failure. A check that was not made is an error if it leaves the run incomplete, and
 * otherwise skipped.
 */
export function formatJunit(report: Report): string {
  const { interactions, startedAt, durationInSeconds } = report;
  const errors = errorsOf(report);
  const suites = Map.groupBy(interactions, ({ consumer }) => consumer);
  const time = ` time="${durationInSeconds}"`;
  const lines = [...suites].flatMap(([consumer, checks]) => [
    `<testsuite name="${escapeXml(consumer)}"${countsOf(checks, errors)} skipped="${skippedOf(checks, errors)}" timestamp="${startedAt.slice(0, 19)}"${time}>`,
    ...checks.map((check) => formatCase(check, report, errors)),
    '</testsuite>',
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="contract-tests"${countsOf(interactions, errors)}${time}>
${lines.join('\n')}
</testsuites>
`;
}

const isFailure = ({ outcome }: VerifiedInteraction): boolean =>
  isDifference(outcome) && outcome !== differenceOf.assumed;

type Checks = ReadonlySet<VerifiedInteraction>;

/** The checks that leave the run incomplete. If a requested rule or everything was left out, these are all that were not made. */
function errorsOf({ interactions, result }: Report): Checks {
  const due = interactions.filter(makesIncomplete);
  const isOpen = result === 'incomplete' || result === 'not checkable';
  return new Set(due.length === 0 && isOpen ? interactions.filter(({ reason }) => reason) : due);
}

const countsOf = (checks: VerifiedInteraction[], errors: Checks): string =>
  ` tests="${checks.length}" failures="${checks.filter(isFailure).length}" errors="${checks.filter((check) => errors.has(check)).length}"`;

const skippedOf = (checks: VerifiedInteraction[], errors: Checks): number =>
  checks.filter((check) => check.reason && !errors.has(check)).length;

/** How long each check took is not measured. */
function formatCase(check: VerifiedInteraction, report: Report, errors: Checks): string {
  const { consumer, description, operationId, reason, outcome, problems } = check;
  const details = formatRows(describeCheck(check, report)).join('\n');
  const start = `<testcase name="${escapeXml(description)}" classname="${escapeXml(`${consumer}.${operationId}`)}" time="0"`;
  if (reason && errors.has(check))
    return `${start}><error type="${reason.kind}" message="${escapeXml(reason.text)}"/></testcase>`;
  if (reason) return `${start}><skipped message="${escapeXml(reason.text)}"/></testcase>`;
  if (!isDifference(outcome)) return `${start}/>`;
  if (!isFailure(check)) return `${start}><system-out>${escapeXml(`${outcome}\n${details}`)}</system-out></testcase>`;
  const message = escapeXml(problems.map(({ text }) => text).join('; '));
  return `${start}><failure type="${outcome}" message="${message}">${escapeXml(details)}</failure></testcase>`;
}

/** As in HTML. Also replaces what XML 1.0 can't hold, even escaped. */
function escapeXml(text: string): string {
  return escapeHtml(text.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}'));
}
