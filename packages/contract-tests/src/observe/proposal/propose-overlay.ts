import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import { type Finding, isOfKind, ofKind } from '../findings/finding.ts';
import { readSchemaPlaces } from '../findings/schema-places.ts';
import { condenseAnswers } from '../report/condense.ts';
import { noteEvidence, noteTime } from '../report/observation-report.ts';
import { createDraft, type ProposedAction, type Proposing, toTarget } from './draft.ts';
import { createMarker } from './mark-sensitive.ts';
import { adviseAlternatives, proposeAlternatives } from './propose-alternatives.ts';
import { isOfOpenAnswer, proposeAnswers } from './propose-answers.ts';
import { proposeExamples } from './propose-examples.ts';
import { proposeHeaders } from './propose-headers.ts';
import { proposeOperations } from './propose-operations.ts';
import { proposeField } from './propose-schemas.ts';
import { proposeTokenSources } from './propose-token-sources.ts';
import { proposeStates, proposeWebhooks } from './propose-webhook.ts';
import { shareBodies } from './share-bodies.ts';

/**
 * Writes an OpenAPI Overlay 1.0 that makes the document say what was found, for a person to edit: each action has its evidence as a
 * comment. It rests on what is likely or sure alone, and holds no value that was observed but names and values of enumerations. The
 * same findings give the same text. Undefined if there is nothing to propose.
 */
export function proposeOverlay(
  findings: readonly Finding[],
  document: OpenApiDocument = openApiDocument,
): string | undefined {
  const proposed = proposeActions(findings, document);
  const advice = adviseOn(findings, document);
  if (proposed.length === 0 && advice.length === 0) return undefined;
  const actions = proposed.length === 0 ? [noChange] : proposed;
  const content = {
    overlay: '1.0.0',
    info: { title: 'What this deployment of the service showed', version: '1.0.0' },
    actions: actions.map(({ path, update }) => ({
      target: toTarget(path),
      ...(update ? { update } : { remove: true }),
    })),
  };
  // Written out each time: a person who edits one place should change no other.
  const overlay = new Document(content, { aliasDuplicateObjects: false });
  overlay.commentBefore = heading;
  const list = overlay.get('actions') as YAMLSeq<YAMLMap>;
  actions.forEach((action, index) => {
    const item = list.items[index];
    const evidence = describeEvidence(action);
    if (item && evidence !== '') item.commentBefore = evidence;
  });
  if (advice.length > 0) overlay.comment = advice.join('\n\n');
  return overlay.toString({ lineWidth: 0 });
}

const heading = ` Proposed by observing the service. Read each action with its evidence, and change or remove what is not so.
 An action that only removes something, without evidence of its own, belongs to the next one, which puts it anew.
 Commands of the kit take this file by --overlay.`;

/** An overlay has at least one action. */
const noChange: ProposedAction = {
  path: ['info'],
  update: {},
  evidence: [],
  note: 'Changes nothing. Put what the end of this file tells you to write in its place.',
};

/** What a person has to add, as comments. */
function adviseOn(findings: readonly Finding[], document: OpenApiDocument): string[] {
  const claimed = findings.filter(({ certainty }) => certainty !== 'seen');
  const alternatives = adviseAlternatives(claimed, readSchemaPlaces(document));
  return [
    ...alternatives.map((advice) => describeEvidence({ path: [], ...advice })),
    ...adviseUnsigned(claimed, document),
  ];
}

/** Who sends an event that is not signed shows by its address alone, which a person has to know: it is no action. */
function adviseUnsigned(findings: readonly Finding[], document: OpenApiDocument): string[] {
  const evidence = ofKind(findings, 'signature').filter(({ learned }) => learned.signature === undefined);
  const [finding] = evidence;
  const webhook = finding && readSchemaPlaces(document).operations.get(finding.operation ?? '');
  if (!webhook) return [];
  const target = toTarget(webhook.root);
  return [
    `${describeEvidence({ path: [], evidence })}
 If a header signs them all the same, observe finds it with --webhook-secret.
 If none does, add these actions, with the addresses from which the service sends:
  - target: ${target}['x-signature']
    remove: true
  - target: ${target}
    update:
      x-allowed-addresses: [192.0.2.1]`,
  ];
}

function proposeActions(findings: readonly Finding[], document: OpenApiDocument): ProposedAction[] {
  const claimed = nameByState(
    findings.filter(({ certainty, learned }) => certainty !== 'seen' && learned !== undefined),
  );
  const places = readSchemaPlaces(document);
  const proposing = { document, places, mark: createMarker(document), draft: createDraft(document) };
  const ofAnswers = claimed.filter((finding) => isOfOpenAnswer(finding, places));
  const answers = proposeAnswers(ofAnswers, findings, proposing);
  shareBodies(answers, proposing);
  const unplaced = claimed.filter((finding) => !ofAnswers.includes(finding) && !proposeField(finding, proposing));
  proposeAlternatives(claimed, proposing);
  proposeHeaders(claimed, answers, proposing);
  proposeExamples(claimed, proposing);
  proposeWebhooks(claimed, proposing);
  proposeStates(claimed, proposing);
  proposeParameters(claimed, proposing);
  proposeUnit(claimed, proposing);
  proposeRulesOff([...new Set([...unplaced, ...claimed.filter(isAllowed)])], proposing);
  proposeOperations(claimed, proposing);
  proposeTokenSources(claimed, proposing);
  return proposing.draft.actions();
}

/** Under the overlay, an event that reports a state by another name is one of that state. */
function nameByState(findings: readonly Finding[]): Finding[] {
  const states = new Map(ofKind(findings, 'state').map(({ learned }) => [learned.name, learned.inPlaceOf]));
  return findings.map((finding) => {
    const state = states.get(finding.eventStatus ?? '');
    return state === undefined ? finding : { ...finding, eventStatus: state };
  });
}

function proposeParameters(findings: readonly Finding[], { places, mark, draft }: Proposing): void {
  for (const finding of ofKind(findings, 'parameter', 'required header')) {
    const { kind, name } = finding.learned;
    const operation = places.operations.get(finding.operation ?? '');
    if (!operation) continue;
    const schema = mark({ type: 'string' }, name);
    const isHeader = kind === 'required header';
    const parameter = isHeader
      ? { name, in: 'header', required: true, schema, example: 'example' }
      : { name, in: 'query', required: false, schema };
    const note =
      'Write a value of the header that the service takes as its example: verify and the mock send it with each call. For a header whose value has to differ by call, such as an idempotency key, no example works.';
    draft.add(operation.root, { parameters: [parameter] }, { evidence: [finding], note: isHeader ? note : undefined });
  }
}

function proposeUnit(findings: readonly Finding[], { draft }: Proposing): void {
  const evidence = ofKind(findings, 'unit');
  const note = 'Check that amounts in requests count the same unit.';
  if (evidence.length > 0) draft.put(['x-amount-unit'], 'minor', { evidence, note });
}

/** Whether a field is served that a rule forbids: nothing is left of that rule. */
const isAllowed = (finding: Finding): boolean => isOfKind(finding, 'field') && finding.learned.isForbidden === true;

/** A rule that no request and no answer followed. What else could be placed in a schema needs no rule switched off. */
function proposeRulesOff(findings: readonly Finding[], { document, draft }: Proposing): void {
  const isBroken = (finding: Finding): boolean =>
    isAllowed(finding) ||
    isOfKind(finding, 'rule off', 'optional') ||
    (isOfKind(finding, 'values') && finding.count === finding.outOf);
  const evidence = findings.filter((finding) => finding.rule !== undefined && isBroken(finding));
  const off = document['x-rules-off'] ?? [];
  const rules = [...new Set(evidence.flatMap(({ rule }) => rule ?? []))].filter((rule) => !off.includes(rule)).sort();
  if (rules.length > 0) draft.add([], { 'x-rules-off': rules }, { evidence });
}

/** A comment with what was found, then how often and when. */
function describeEvidence({ evidence, note }: ProposedAction): string {
  const byPeriod = Map.groupBy(
    condenseAnswers([...new Set(evidence)]),
    (finding) => `(${noteEvidence(finding)}${notePeriod(finding)})`,
  );
  const lines = [...byPeriod].flatMap(([period, findings]) => {
    const texts = [...new Set(findings.map(({ text }) => text))];
    return [...texts.slice(0, -1), `${texts.at(-1)} ${period}`];
  });
  return [...lines, ...(note === undefined ? [] : [note])].map((line) => ` ${line.replaceAll(/\s/g, ' ')}`).join('\n');
}

const notePeriod = ({ firstAt, lastAt }: Finding): string =>
  firstAt === undefined || lastAt === undefined ? '' : `, from ${noteTime(firstAt)} to ${noteTime(lastAt)}`;
