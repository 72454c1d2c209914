import { escapeHtml, toOneLine } from '../deployment/text.ts';
import { differenceOf, isDifference, makesIncomplete, type VerifiedInteraction } from '../judge/verification.ts';
import { describeFailure, textOf } from './findings.ts';
import { formatFailure } from './format-text.ts';
import type { Report } from './report.ts';

/**
 * Writes a report as JUnit XML, a test case for each check. A failed check of an assumed rule passes, with the difference as output. A
 * check that was not made is an error if it leaves the run incomplete, else skipped.
 */
export function formatJunit({ interactions, startedAt, durationInSeconds }: Report): string {
  const errors = interactions.filter(makesIncomplete).length;
  const counts = [
    `tests="${interactions.length}"`,
    `failures="${interactions.filter(isFailure).length}"`,
    `errors="${errors}"`,
    `skipped="${interactions.filter(({ reason }) => reason).length - errors}"`,
    `timestamp="${startedAt.slice(0, 19)}"`,
    `time="${durationInSeconds}"`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="contract-tests" ${counts.join(' ')}>
${interactions.map(formatCase).join('\n')}
</testsuite>
</testsuites>
`;
}

const isFailure = ({ outcome }: VerifiedInteraction): boolean =>
  isDifference(outcome) && outcome !== differenceOf.assumed;

/** The duration of a check is not measured. */
function formatCase(check: VerifiedInteraction): string {
  const { consumer, description, operationId, reason, outcome, problems } = check;
  const start = `<testcase name="${escapeXml(description)}" classname="${escapeXml(`${consumer}.${operationId}`)}" time="0"`;
  if (reason) {
    const kind = makesIncomplete(check) ? `error type="${reason.kind}"` : 'skipped';
    return `${start}><${kind} message="${escapeXml(reason.text)}"/></testcase>`;
  }
  if (!isDifference(outcome)) return `${start}/>`;
  const details = formatFailure(describeFailure(check)).map(escapeXml).join('\n');
  if (!isFailure(check)) return `${start}><system-out>${outcome}\n${details}</system-out></testcase>`;
  const message = escapeXml(textOf(problems));
  return `${start}><failure type="${outcome}" message="${message}">${details}</failure></testcase>`;
}

/** On one line. Characters that XML cannot contain are escaped with the other hidden ones. */
const escapeXml = (text: string): string => escapeHtml(toOneLine(text));
