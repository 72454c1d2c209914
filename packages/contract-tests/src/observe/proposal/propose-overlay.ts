import { type OpenApiDocument, openApiDocument } from '@escrow-kit/spec';
import { Document, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Finding } from '../findings/finding.ts';
import { readSchemaPlaces } from '../findings/schema-places.ts';
import { noteEvidence, noteTime } from '../report/observation-report.ts';
import { createMarker } from './mark-sensitive.ts';
import { isOfOpenAnswer, proposeAnswers } from './propose-answers.ts';
import { proposeHeaders } from './propose-headers.ts';
import { proposeOperations } from './propose-operations.ts';
import { createSchemaChanges } from './propose-schemas.ts';
import { proposeTokenSources } from './propose-token-sources.ts';
import { proposeWebhook } from './propose-webhook.ts';
import { type ProposedAction, toTarget } from './proposed-action.ts';

/**
 * Writes an OpenAPI Overlay 1.0 that makes the document say what was found, for a person to edit: each action has its evidence as a
 * comment. It rests on what is likely or sure alone, and holds no value that was observed but names and values of enumerations. The
 * same findings give the same text. Undefined if there is nothing to propose.
 */
export function proposeOverlay(
  findings: readonly Finding[],
  document: OpenApiDocument = openApiDocument,
): string | undefined {
  const actions = proposeActions(findings, document);
  if (actions.length === 0) return undefined;
  const overlay = new Document({
    overlay: '1.0.0',
    info: { title: 'What this deployment of the service showed', version: '1.0.0' },
    actions: actions.map(({ path, update }) => ({
      target: toTarget(path),
      ...(update ? { update } : { remove: true }),
    })),
  });
  overlay.commentBefore = heading;
  const list = overlay.get('actions') as YAMLSeq<YAMLMap>;
  actions.forEach((action, index) => {
    const item = list.items[index];
    if (item) item.commentBefore = describeEvidence(action);
  });
  return overlay.toString({ lineWidth: 120 });
}

const heading = ` Proposed by observing the service. Read each action with its evidence, and change or remove what is not so.
 Commands of the kit take this file by --overlay.`;

function proposeActions(findings: readonly Finding[], document: OpenApiDocument): ProposedAction[] {
  const claimed = findings.filter(({ certainty, learned }) => certainty !== 'seen' && learned !== undefined);
  const places = readSchemaPlaces(document);
  const mark = createMarker(document);
  const schemas = createSchemaChanges(places, mark);
  const ofAnswers = claimed.filter((finding) => isOfOpenAnswer(finding, places));
  const unplaced = claimed.filter((finding) => !ofAnswers.includes(finding) && !schemas.add(finding));
  const answers = proposeAnswers(ofAnswers, { places, mark, all: findings });
  const webhooks = [...places.operations.values()].filter(({ isWebhook }) => isWebhook);
  return [
    ...answers,
    ...schemas.actions(),
    ...proposeHeaders(claimed, places, answers),
    ...webhooks.flatMap((operation) =>
      proposeWebhook(
        claimed.filter((one) => one.operation === operation.id),
        operation,
        { document, places },
      ),
    ),
    ...proposeUnit(claimed),
    ...proposeRulesOff(unplaced, document),
    ...proposeOperations(claimed, { document, places, mark }),
    ...proposeTokenSources(claimed, { document, places }),
  ];
}

function proposeUnit(findings: readonly Finding[]): ProposedAction[] {
  const evidence = findings.filter(({ learned }) => learned?.kind === 'unit');
  if (evidence.length === 0) return [];
  const note = 'Check that amounts in requests count the same unit.';
  return [{ path: [], update: { 'x-amount-unit': 'minor' }, evidence, note }];
}

/** A rule that no request and no answer followed. What could be placed in a schema needs no rule switched off. */
function proposeRulesOff(findings: readonly Finding[], document: OpenApiDocument): ProposedAction[] {
  const evidence = findings.filter(
    ({ rule, learned }) => rule !== undefined && (learned?.kind === 'rule off' || learned?.kind === 'optional'),
  );
  const off = document['x-rules-off'] ?? [];
  const rules = [...new Set(evidence.flatMap(({ rule }) => rule ?? []))].filter((rule) => !off.includes(rule)).sort();
  return rules.length === 0 ? [] : [{ path: [], update: { 'x-rules-off': rules }, evidence }];
}

/** A comment with what was found, how often and when. */
function describeEvidence({ evidence, note }: ProposedAction): string {
  const lines = evidence.map((finding) => {
    const { text, firstAt, lastAt } = finding;
    const period =
      firstAt === undefined || lastAt === undefined ? '' : `, from ${noteTime(firstAt)} to ${noteTime(lastAt)}`;
    return `${text} (${noteEvidence(finding)}${period})`;
  });
  return [...new Set(lines), ...(note === undefined ? [] : [note])]
    .map((line) => ` ${line.replaceAll(/[^\x20-\x7e\u00a0-\uffff]/g, ' ')}`)
    .join('\n');
}
