import { certainties, type Finding } from '../findings/finding.ts';
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

const isNewField = ({ part, learned }: Finding): boolean => part === 'shown now' && learned?.kind === 'field';

/** The answer that a field is in, and how often it is there. */
function answerOf({ operation, message, status, eventStatus, certainty, learned, text }: Finding): string {
  const isAlwaysThere = learned?.kind === 'field' && learned.isAlwaysThere;
  return JSON.stringify([operation, message, status, eventStatus, certainty, isAlwaysThere || text]);
}

function joinFields(fields: Finding[]): Finding {
  const [first, ...others] = fields as [Finding, ...Finding[]];
  if (others.length === 0) return first;
  const [subject = ''] = first.text.split(' has ');
  const names = fields.map(({ pointer = '', learned }) => {
    const { type = 'any', format = type } = learned?.kind === 'field' ? learned.schema : {};
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
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  return {
    ...rest,
    text: `${names.join(', ')}: each ${first.text.slice(one.length + 1)}`,
    count: sum(alike.map(({ count }) => count)),
    outOf: sum(alike.map(({ outOf }) => outOf)),
    certainty: certainties.findLast((certainty) => alike.some((finding) => finding.certainty === certainty)) ?? 'seen',
  };
}
