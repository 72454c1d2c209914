import { type Finding, ofKind } from '../findings/finding.ts';
import type { OperationPlace } from '../findings/schema-places.ts';
import type { Proposing } from './draft.ts';

/** Proposes how events are signed, when they are sent again, and which other statuses they have. */
export function proposeWebhooks(findings: readonly Finding[], proposing: Proposing): void {
  for (const operation of proposing.places.operations.values()) {
    if (!operation.isWebhook) continue;
    const own = findings.filter((one) => one.operation === operation.id);
    proposeSignature(own, operation, proposing);
    proposeSchedule(own, operation, proposing);
    proposeStatuses(own, operation, proposing);
  }
}

function proposeSignature(findings: readonly Finding[], { root }: OperationPlace, { draft }: Proposing): void {
  const signed = ofKind(findings, 'signature').filter(({ learned }) => learned.signature !== undefined);
  const [most] = signed.toSorted((one, other) => other.count - one.count);
  if (most) draft.put([...root, 'x-signature'], most.learned.signature, { evidence: [most] });
}

function proposeSchedule(findings: readonly Finding[], operation: OperationPlace, { draft }: Proposing): void {
  const { root, definition } = operation;
  const evidence = ofKind(findings, 'retry');
  const schedule = [...(definition['x-retry-schedule'] ?? [])];
  for (const { learned } of evidence) {
    const { index, seconds } = learned;
    // Without the waits before it, a later one has no place.
    if (index > schedule.length) continue;
    if (seconds === undefined) schedule.length = index;
    else schedule[index] = seconds;
  }
  if (evidence.length > 0) draft.put([...root, 'x-retry-schedule'], schedule, { evidence });
}

/** Proposes the names of the states of a milestone. */
export function proposeStates(findings: readonly Finding[], { document, draft }: Proposing): void {
  const evidence = ofKind(findings, 'state');
  if (evidence.length === 0) return;
  const names = new Map(evidence.map(({ learned }) => [learned.inPlaceOf, learned.name]));
  const documented = document['x-milestone-states'];
  const kept = documented.filter((state) => !names.has(state));
  const states = documented.map((state) => names.get(state) ?? state);
  const note = `By position: ${meanings}.${kept.length === 0 ? '' : ` Not seen under another name: ${kept.join(', ')}.`}`;
  draft.put(['x-milestone-states'], states, { evidence, note });
}

/** What the states are, by position. */
const meanings = 'created, waiting for payment, paid, being paid out, completed';

function proposeStatuses(findings: readonly Finding[], { id }: OperationPlace, { places, draft }: Proposing): void {
  const evidence = ofKind(findings, 'event status');
  const statuses = places.at({ operation: id, message: 'request' }, '/status');
  const open = statuses.find(({ schema }) => schema['x-known-values']);
  if (evidence.length === 0 || !open) return;
  const update = { 'x-known-values': evidence.map(({ learned }) => learned.status) };
  const note = `If one is the name of a state, write all five into x-milestone-states, by position: ${meanings}.`;
  draft.add(open.path, update, { evidence, note });
}
