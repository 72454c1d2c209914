import { certainties, type Finding, isOfKind, ofKind } from '../findings/finding.ts';
import { sumOf } from '../findings/sighting.ts';
import { fieldOf } from '../pointer.ts';

/** From so many operations on, what all of them show is one line. */
const fewestOperations = 3;

/** Findings for people to read: the fields of an answer in one, and what several operations show alike in one. */
export function condense(findings: readonly Finding[]): Finding[] {
  const byStatement = Map.groupBy(condenseAnswers(findings), (finding) => statementOf(finding) ?? finding);
  return [...byStatement.values()].flatMap((alike) =>
    alike.length < fewestOperations ? alike : [joinOperations(alike)],
  );
}

/** The fields of an answer as one finding. */
export function condenseAnswers(findings: readonly Finding[]): Finding[] {
  const byAnswer = Map.groupBy(findings, (finding) => (isNewField(finding) ? answerOf(finding) : finding));
  return [...byAnswer.values()].map(joinFields);
}

const isNewField = (finding: Finding): boolean => finding.part === 'shown now' && isOfKind(finding, 'field');

/** The answer that a field is in, and how often it is there. */
function answerOf(finding: Finding): string {
  const { operation, message, status, eventStatus, certainty, text } = finding;
  const isAlwaysThere = isOfKind(finding, 'field') && finding.learned.isAlwaysThere;
  return JSON.stringify([operation, message, status, eventStatus, certainty, isAlwaysThere || text]);
}

function joinFields(fields: Finding[]): Finding {
  const [first, ...others] = fields as [Finding, ...Finding[]];
  if (others.length === 0) return first;
  const [subject = ''] = first.text.split(' has ');
  const names = ofKind(fields, 'field').map(({ pointer = '', learned: { schema } }) => {
    const { type = 'any', format = type } = schema;
    return `${fieldOf(pointer)} (${format})`;
  });
  return { ...first, text: `${subject} always has ${names.join(', ')}.` };
}

/** What a finding says, without the operation that it says it of. Undefined for what has an example of its own. */
function statementOf({ operation, text, example, certainty, subject, remedy = '' }: Finding): string | undefined {
  if (operation === undefined || example || !text.startsWith(`${operation} `)) return undefined;
  return `${subject} ${certainty} ${text.slice(operation.length + 1)} ${remedy}`;
}

function joinOperations(alike: Finding[]): Finding {
  const [first] = alike as [Finding, ...Finding[]];
  const { operation: one = '', ...rest } = first;
  const names = alike.map(({ operation = '' }) => operation);
  return {
    ...rest,
    text: `${names.join(', ')}: each ${first.text.slice(one.length + 1)}`,
    count: sumOf(alike.map(({ count }) => count)),
    outOf: sumOf(alike.map(({ outOf }) => outOf)),
    certainty: certainties.findLast((certainty) => alike.some((finding) => finding.certainty === certainty)) ?? 'seen',
  };
}
